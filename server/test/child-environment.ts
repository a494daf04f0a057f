/**
 * The environment for a child process of Node, with the test's variables. The compile cache avoids compiling everything
 * again.
 */
export function childEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, TMPDIR, NODE_COMPILE_CACHE, ...variables };
}
