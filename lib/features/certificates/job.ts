import { forEachAccount } from '@/lib/panel/each-account'
import type { PanelJob, PanelJobDependencies } from '@/lib/panel/job'
import { listAccountRows } from '@/lib/service/accounts/statements/accounts'

import { REMOTE_SLUG } from '../../panel/remote-accounts'
import { noteAllFilters } from './sightings'

type Account = Awaited<ReturnType<typeof listAccountRows>>[number]

const isRemote = ({ slug, sealed_api_key: key }: Account): boolean => key !== null || slug === REMOTE_SLUG

async function recordFilters(dependencies: PanelJobDependencies, account: Account): Promise<void> {
  const { storage, clock } = dependencies
  // Taken before the request, so that the content was valid at this instant or earlier.
  const now = clock()
  const { items } = await dependencies.callFor(account)('filters.list', { query: {} })
  await noteAllFilters(storage, { accountId: account.id, now }, items)
}

/** A remote service does not record filter versions for the panel, so the panel reads its filters regularly. */
export const certificatesJob: PanelJob = {
  name: 'certificates',
  everyMs: 3_600_000,
  run: async (dependencies, stopping) => {
    const accounts = await listAccountRows(dependencies.storage.db)
    await forEachAccount(accounts.filter(isRemote), (account) => recordFilters(dependencies, account), {
      ...dependencies,
      isEmbedded: false,
      stopping,
      job: 'certificates',
      accountOf: ({ id }) => id,
      failureMessage: 'filter versions were not recorded; the next run retries',
    })
  },
}
