/** What manufacturers and programs leave where the ID of one machine belongs, without case and punctuation. */
const placeholders =
  /^(?:0*|f+|tobefilledbyoem|defaultstring|(?:system|chassis|baseboard)?serialnumber|none|na|null|undefined|unknown|not(?:available|applicable|specified)|0123456789|03000200040005000006000700080009)$/;

/** Whether many machines report this ID or part, such as `To be filled by O.E.M.` (DEV-14). */
export function isPlaceholderId(text: string): boolean {
  return placeholders.test(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
}
