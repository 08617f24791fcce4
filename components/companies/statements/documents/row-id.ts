/** Returns the element id of a document's row. */
export const rowIdOf = (documentId: string): string => `document-${documentId}`
