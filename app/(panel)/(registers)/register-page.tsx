import { panelPage } from '@/app/panel-page'
import { RegisterListPage } from '@/components/registers/list/register-list-page'
import { registerPageCalls, registerPageQueries } from '@/components/registers/register-page-data'
import { pricedCalls } from '@/lib/contract/prices'
import type { PagedList } from '@/lib/domain/registers/register-rows'

export const registerPage = (list: PagedList) =>
  panelPage(['registers', 'price'], ({ query }) => ({
    panelQueries: registerPageQueries(list, query),
    body: <RegisterListPage list={list} calls={registerPageCalls(pricedCalls())} />,
  }))
