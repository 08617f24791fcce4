/** Where the row of a document is found in the page. */
export const rowIdOf = (documentId: string): string => `document-${documentId}`
