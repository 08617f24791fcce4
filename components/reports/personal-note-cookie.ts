/** Read on the server, so that the page comes with or without the note and nothing jumps. */
export const personalNoteCookie = 'personal-data-note'
