import { listAccountRows } from '@/lib/storage/accounts/accounts'

import { REMOTE_SLUG } from '../access/remote-accounts'
import { eachAccount } from '../each-account'
import type { PanelJob, PanelJobDependencies } from '../job'
import { noteAllFilters } from './sightings'

type Account = Awaited<ReturnType<typeof listAccountRows>>[number]

const isRemote = ({ slug, sealed_api_key: key }: Account): boolean => key !== null || slug === REMOTE_SLUG

async function lookAtAccount(dependencies: PanelJobDependencies, account: Account): Promise<void> {
  const { storage, clock } = dependencies
  const { id, slug, sealed_api_key: sealedApiKey } = account
  // The instant before the answer: what the panel says it saw was so then at the latest.
  const now = clock()
  const { items } = await dependencies.askFor({ id, slug, sealedApiKey })('filters.list', { query: {} })
  await noteAllFilters(storage, { accountId: id, now }, items)
}

/** A remote service keeps no record for the panel, so the panel looks at its filters by itself. */
export const filterSightingsJob: PanelJob = {
  name: 'filter-sightings',
  everyMs: 3_600_000,
  run: async (dependencies, stopping) => {
    const { storage, log } = dependencies
    const accounts = await listAccountRows(storage.db)
    await eachAccount(accounts.filter(isRemote), (account) => lookAtAccount(dependencies, account), {
      storage,
      log,
      isEmbedded: false,
      stopping,
      job: 'filter-sightings',
      accountOf: ({ id }) => id,
      trouble: 'filters were not looked at; they are next time',
    })
  },
}
