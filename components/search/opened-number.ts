import type { CompanyHit } from './found-companies'

/** By which a company's page is opened: never by a number that a person may have while there is another. */
export const openedNumber = ({ krs, nip, regon, id }: Pick<CompanyHit, 'krs' | 'nip' | 'regon' | 'id'>): string =>
  krs ?? nip ?? regon ?? id
