/** Actions on more rows than this require the user to type the number. */
const UNASKED_UP_TO = 500

export const needsTypedCount = (count: number): boolean => count > UNASKED_UP_TO

/** Whether the text is that number, with any grouping: `1234`, `1 234`, `1,234`, `1.234`. */
export function isTypedCount(text: string, count: number): boolean {
  const digits = text.replaceAll(/[\s,.'’]/g, '')
  return /^\d{1,15}$/.test(digits) && Number(digits) === count
}
