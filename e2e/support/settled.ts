import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

type Calls = { readonly open: Set<Request>; lastChange: number }

const callsOf = new WeakMap<Page, Calls>()
/** But for calls that wait for news: they are open as long as their page is. */
function isCall(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url())
  return pathname.startsWith('/api/') && !searchParams.has('wait')
}

function watch(page: Page): void {
  const calls: Calls = { open: new Set(), lastChange: Date.now() }
  callsOf.set(page, calls)
  const changed = () => {
    calls.lastChange = Date.now()
  }
  page.on('request', (request) => {
    if (isCall(request)) calls.open.add(request)
    changed()
  })
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    // One and the same handler for both; Playwright's types want them told apart.
    page.on(event as 'requestfinished', (request) => {
      calls.open.delete(request)
      changed()
    })
  }
}

/** From here on it is known of every page of the context which of its calls have no answer yet. */
export function watchCalls(context: BrowserContext): void {
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
}

const quietMs = ({ open, lastChange }: Calls) => (open.size > 0 ? 0 : Date.now() - lastChange)

/**
 * Until every call of the page has its answer and for half a second none has followed. Playwright's `networkidle` is for
 * the load alone: once it was reached, it is reached for ever.
 */
export async function settled(page: Page): Promise<void> {
  const calls = callsOf.get(page)
  if (calls === undefined) throw new Error('The calls of this page are not watched')
  await expect.poll(() => quietMs(calls), { message: 'every call has its answer' }).toBeGreaterThanOrEqual(500)
}
