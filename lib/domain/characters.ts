/** How many characters a text has, composed: as the schemas of the contract count them, so that an emoji is one. */
export const characterCount = (text: string): number => Array.from(text.normalize('NFC')).length
