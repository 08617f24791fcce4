/** Stand for the country of a row, and for the row that it repeats, in the sentences that the page gives to the worker. */
export const COUNTRY_PLACE = '%country%'
export const LINE_PLACE = '%line%'
