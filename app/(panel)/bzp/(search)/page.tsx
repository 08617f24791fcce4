import { pageTitle, panelPage } from '@/app/panel-page'
import { readFilter, toPreviewBody } from '@/components/bzp/filter/alert-filter'
import { BzpSearch } from '@/components/bzp/search/bzp-search'
import { pricedCalls } from '@/lib/contract/prices'
import { loadCpvNames } from '@/lib/server/cpv-names'
import { getLocale } from '@/lib/server/i18n'

/** Price of one notice of the list, in units. */
const unitsEach = pricedCalls().find(({ name }) => name === 'bzp.list')?.units

export const generateMetadata = pageTitle('bzp')

export default panelPage(['bzp', 'bzp-save', 'rules-form', 'rhythm'], async ({ query }) => {
  const filter = readFilter(query)
  return {
    queries: [['bzp.previewAlert', { body: toPreviewBody(filter) }]],
    body: <BzpSearch cpvNames={await loadCpvNames(filter.cpv, await getLocale())} unitsEach={unitsEach} />,
  }
})
