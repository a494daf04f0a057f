/** The variables that a child process of Node needs from this one, and those of the test. With the compile cache it does not compile everything again. */
export function childEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, ...variables };
}
