import { pageTitle, panelPage } from '@/app/panel-page'
import { BzpMatches } from '@/components/bzp/matches/bzp-matches'
import { bzpMatchesQueries, matchAddress } from '@/components/bzp/matches/match-search'

export const generateMetadata = pageTitle('bzp-matches')

export default panelPage(['bzp', 'bzp-matches'], ({ query }) => {
  const search = matchAddress.read(query)
  return { panelQueries: bzpMatchesQueries(search), body: <BzpMatches /> }
})
