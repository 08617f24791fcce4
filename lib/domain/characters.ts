/** Number of characters after NFC normalisation, as the schemas of the contract count them: an emoji is one. */
export const characterCount = (text: string): number => Array.from(text.normalize('NFC')).length
