import { pageTitle, panelPage } from '@/app/panel-page'
import { PacksCard } from '@/components/packs/packs-card'
import { chooseMonth, firstUsageMonth, previousMonth } from '@/components/usage/month'
import { Usage } from '@/components/usage/usage'
import { usageAddress } from '@/components/usage/usage-search'
import { pricedCalls } from '@/lib/contract/prices'
import { warsawMonth } from '@/lib/domain/calendar'
import { readAccountFacts } from '@/lib/server/frame-data'

const calls = pricedCalls()

export const generateMetadata = pageTitle('usage')

export default panelPage(['usage', 'meters', 'packs'], ({ query, session }) => {
  const requested = usageAddress.read(query).month
  // The service names the current month; if its clock differs, the browser fetches that month.
  const { month } = chooseMonth(requested, warsawMonth(new Date()), firstUsageMonth(readAccountFacts(session).since))
  return {
    queries: [
      ['usage.summary', {}],
      ['usage.api', {}],
      ['usage.daily', { query: { month } }],
      ['usage.daily', { query: { month: previousMonth(month) ?? month } }],
      ['usage.breakdown', { query: { month } }],
    ],
    panelQueries: [['packs.list', {}]],
    body: (
      <>
        <Usage calls={calls} />
        <div className="mt-4">
          <PacksCard />
        </div>
      </>
    ),
  }
})
