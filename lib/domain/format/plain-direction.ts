/** Signs that nobody sees and that turn the direction of what follows: a name with one reads as another one, or turns what stands beside it. */
const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/**
 * A text that somebody else chose, as it is shown on pages and in mails, messages, files and PDFs. Letters of every script stay; they have
 * a direction of their own.
 */
export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '')
