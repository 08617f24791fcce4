/** Whether a text contains a masked personal number; it may be shown, but never compared or sent back. */
export const isMaskedText = (text: string): boolean => text.includes('•')
