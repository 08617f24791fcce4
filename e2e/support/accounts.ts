import type { Role } from '@/lib/domain/roles'
import { hashPassword } from '@/lib/features/auth/passwords'
import { createAccount, createKeyForAccount, findAccountNamed, type NewAccount } from '@/lib/service/accounts/accounts'
import { openUnmigrated } from '@/lib/storage/open'
import type { Storage } from '@/lib/storage/storage'
import { makeMember } from '@/lib/testing/people'

import { type Panel, PASSWORD } from './panel'

/**
 * Creates accounts, users and keys in the store of a running panel. The operator command line does the same
 * (`panel.admin`), but in a separate process that takes a second to start; `starts/readme-commands.spec.ts` tests it.
 */

type PanelStore = Pick<Panel, 'dataDir'>
type StoreContext = { readonly storage: Storage; readonly clock: () => Date }

async function inStore<T>({ dataDir }: PanelStore, work: (context: StoreContext) => Promise<T>): Promise<T> {
  const storage = openUnmigrated({ dataDir })
  try {
    return await work({ storage, clock: () => new Date() })
  } finally {
    await storage.close()
  }
}

async function idOf(context: StoreContext, slug: string): Promise<string> {
  const account = await findAccountNamed(context, slug)
  if (account === undefined) throw new Error(`There is no account ${slug}`)
  return account.id
}

/** Computed once per worker, because hashing is deliberately slow. */
let passwordHash: Promise<string> | undefined
const sharedPasswordHash = () => (passwordHash ??= hashPassword(PASSWORD))

/** The plan is Pro by default. */
export const makeAccount = (panel: PanelStore, slug: string, account: Partial<NewAccount> = {}): Promise<string> =>
  inStore(panel, async (context) => (await createAccount(context, { slug, plan: 'pro', ...account })).id)

type NewUser = { readonly account: string; readonly role?: Role }

/** Creates a user with the password that all tests share. */
export const makeUser = <E extends string>(
  panel: PanelStore,
  email: E,
  { account, role = 'owner' }: NewUser,
): Promise<E> =>
  inStore(panel, async (context) => {
    const accountId = await idOf(context, account)
    await makeMember(context.storage, { accountId, role, email, passwordHash: await sharedPasswordHash() })
    return email
  })

/** Creates an owner in a separate account. */
export async function makeOwner<S extends string>(
  panel: PanelStore,
  slug: S,
  account: Partial<NewAccount> = {},
): Promise<`owner@${S}.test`> {
  await makeAccount(panel, slug, account)
  return makeUser(panel, `owner@${slug}.test` as const, { account: slug })
}

/** Creates a key and returns its secret, which is not stored. */
export const makeKey = (panel: PanelStore, account: string, name: string): Promise<string> =>
  inStore(panel, async (context) => (await createKeyForAccount(context, await idOf(context, account), { name })).secret)
