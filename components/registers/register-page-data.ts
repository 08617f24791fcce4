import type { PricedCall } from '@/lib/contract/prices'
import type { PagedList } from '@/lib/domain/registers/register-rows'

import { listAddresses, toRegisterQuery } from './list/list-search'

export const registerPageQueries = (list: PagedList, params: Pick<URLSearchParams, 'get' | 'getAll'>) => {
  const listQuery = [
    'registers.list',
    { params: { list }, query: toRegisterQuery(listAddresses[list].read(params)) },
  ] as const
  const recent = ['registers.recent', { params: { list } }] as const
  const sections = ['registers.list', { params: { list: 'sections' }, query: {} }] as const
  return list === 'knf' ? ([listQuery, recent, sections] as const) : ([listQuery, recent] as const)
}

/** The part of the prices that the page needs. */
export const registerPageCalls = (calls: readonly PricedCall[]): readonly PricedCall[] =>
  calls.filter(({ name }) => name === 'knf.sections')
