/**
 * Invisible characters that change the writing direction: a name with one reads as another one, or reverses the text
 * next to it.
 */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * Text of a third party for display on pages and in mails, messages, files and PDFs. Letters of every script stay,
 * because they have an inherent direction.
 */
export const stripBidiControls = (text: string): string => text.replace(DIRECTIONS, '')
