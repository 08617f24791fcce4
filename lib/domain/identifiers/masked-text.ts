/** A text that hides a personal number; it may be shown, and never compared or sent back. */
export const isMaskedText = (text: string): boolean => text.includes('•')
