import { Intl } from '@/components/layout/intl'
import { RegisterListPage } from '@/components/registers/list/register-list-page'
import { registerPageCalls, registerPageQueries } from '@/components/registers/register-page-data'
import { pricedCalls } from '@/lib/contract/prices'
import { type PageSearch, toParams } from '@/lib/domain/address'
import type { PagedList } from '@/lib/domain/registers/register-rows'
import { requireSession } from '@/lib/server/auth'
import { getMessages, getTranslator } from '@/lib/server/i18n'
import { Hydrated, prefetchQueries } from '@/lib/server/prefetch'

/** The page of a list of a register; its title is in a catalogue of its own. */
export const registerPage = (list: PagedList, catalogue: 'registers' | 'sudop' | 'uokik' | 'uokik-clauses') => ({
  metadata: async () => {
    const t = await getTranslator(catalogue)
    return { title: t('title') }
  },
  Page: async ({ searchParams }: { readonly searchParams: Promise<PageSearch> }) => {
    const session = await requireSession()
    const params = toParams(await searchParams)
    const [t, messages, state] = await Promise.all([
      getTranslator(catalogue),
      getMessages(['registers', 'price']),
      prefetchQueries(session, [], registerPageQueries(list, params)),
    ])
    return (
      <Intl messages={messages}>
        <Hydrated state={state}>
          <RegisterListPage
            list={list}
            title={t('title')}
            subtitle={t('subtitle')}
            calls={registerPageCalls(pricedCalls())}
          />
        </Hydrated>
      </Intl>
    )
  },
})
