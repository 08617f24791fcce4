import type { HandlersOf } from './context'
import { Refusal } from './errors'

export const rdfHandlers: HandlersOf<'rdf'> = {
  'rdf.documents': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
  'rdf.document': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
  'rdf.financials': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
  'rdf.archive': () => Promise.reject(new Refusal('unavailable', 'Not there yet')),
}
