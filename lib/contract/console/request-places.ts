/** Where the inputs of a request stand. Apart from the form, so that a page does not load the contract. */
export const requestPlaces = ['params', 'query', 'body'] as const
export type RequestPlace = (typeof requestPlaces)[number]
