import { pageTitle, panelPage } from '@/app/panel-page'
import { Statements } from '@/components/statements/statements'
import { pricedCalls } from '@/lib/contract/prices'

export const generateMetadata = pageTitle('statements')

export default panelPage(['statements', 'price'], () => ({
  queries: [
    ['usage.summary', {}],
    ['usage.api', {}],
  ],
  panelQueries: [['statements.companies', {}]],
  body: <Statements calls={pricedCalls().filter(({ path }) => path.startsWith('/v1/rdf/'))} />,
}))
