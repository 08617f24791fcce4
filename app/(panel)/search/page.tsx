import { pageTitle, panelPage } from '@/app/panel-page'
import { SearchPage } from '@/components/search/search-page'
import { RecentStatementsLazy, StatementsHint } from '@/components/statements/statements-search'

export const generateMetadata = pageTitle('search')

export default panelPage(['search', 'statements', 'price'], ({ query }) => {
  if (query.get('for') !== 'statements') return { body: <SearchPage /> }
  return {
    panelQueries: [['statements.companies', {}]],
    body: (
      <>
        <SearchPage hint={<StatementsHint />} />
        <div className="mt-4">
          <RecentStatementsLazy />
        </div>
      </>
    ),
  }
})
