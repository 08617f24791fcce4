/** Places of a request's inputs. In a separate module, so that a page does not load the contract. */
export const requestPlaces = ['params', 'query', 'body'] as const
export type RequestPlace = (typeof requestPlaces)[number]
