const MAX_WITHOUT_TYPING = 500

export const needsTypedCount = (count: number): boolean => count > MAX_WITHOUT_TYPING

/** Whether the text is that number, with any grouping: `1234`, `1 234`, `1,234`, `1.234`. */
export function isTypedCount(text: string, count: number): boolean {
  const digits = text.replaceAll(/[\s,.'’]/g, '')
  return /^\d{1,15}$/.test(digits) && Number(digits) === count
}
