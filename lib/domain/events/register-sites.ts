import { registerRows } from '../registers/register-rows'
import { type EventSource, isEventSource } from './sources'

export const msigSite = 'https://wyszukiwarka-msig.ms.gov.pl'

/** Where the public can search each register. */
const sites: Readonly<Record<EventSource, string>> = {
  krz: 'https://krz.ms.gov.pl',
  msig: msigSite,
  krs: 'https://wyszukiwarka-krs.ms.gov.pl',
  crbr: 'https://crbr.podatki.gov.pl',
  bzp: 'https://ezamowienia.gov.pl',
  knf: registerRows.knf.site,
  uokik: registerRows.uokik.site,
  sudop: registerRows.sudop.site,
  wpv: 'https://www.podatki.gov.pl/wykaz-podatnikow-vat-wyszukiwarka',
}

/** The public search page of a source's register; undefined for an unknown source. */
export const registerSiteOf = (source: string): string | undefined =>
  isEventSource(source) ? sites[source] : undefined
