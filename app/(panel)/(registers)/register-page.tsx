import { panelPage } from '@/app/panel-page'
import { RegisterListPage } from '@/components/registers/list/register-list-page'
import { registerPageCalls, registerPageQueries } from '@/components/registers/register-page-data'
import { pricedCalls } from '@/lib/contract/prices'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import { getTranslator } from '@/lib/server/i18n'

/** The page of a register that is a list; its title and subtitle are words of `namespace`. */
export const registerPage = (list: PagedList, namespace: 'registers' | 'sudop' | 'uokik' | 'uokik-clauses') =>
  panelPage(['registers', 'price'], async ({ query }) => {
    const t = await getTranslator(namespace)
    return {
      panelQueries: registerPageQueries(list, query),
      body: (
        <RegisterListPage
          list={list}
          title={t('title')}
          subtitle={t('subtitle')}
          calls={registerPageCalls(pricedCalls())}
        />
      ),
    }
  })
