/** Actions on more than this many rows at once ask for the number back. */
const UNASKED_UP_TO = 500

export const needsTypedCount = (count: number): boolean => count > UNASKED_UP_TO

/** Whether the text is that number, grouped in whatever way: `1234`, `1 234`, `1,234`, `1.234`. */
export function isTypedCount(text: string, count: number): boolean {
  const digits = text.replaceAll(/[\s,.'’]/g, '')
  return /^\d{1,15}$/.test(digits) && Number(digits) === count
}
