export const rowIdOf = (documentId: string): string => `document-${documentId}`
