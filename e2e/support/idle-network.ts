import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'

type Calls = { readonly open: Set<Request>; lastChange: number }

const callsOf = new WeakMap<Page, Calls>()
/** Excludes long-polling calls, which stay open as long as their page. */
function isCall(request: Request): boolean {
  const { pathname, searchParams } = new URL(request.url())
  return pathname.startsWith('/api/') && !searchParams.has('wait')
}

function watch(page: Page): void {
  const calls: Calls = { open: new Set(), lastChange: Date.now() }
  callsOf.set(page, calls)
  const noteChange = () => {
    calls.lastChange = Date.now()
  }
  page.on('request', (request) => {
    if (isCall(request)) calls.open.add(request)
    noteChange()
  })
  for (const event of ['requestfinished', 'requestfailed'] as const) {
    // One handler serves both events; Playwright's types require separate registrations.
    page.on(event as 'requestfinished', (request) => {
      calls.open.delete(request)
      noteChange()
    })
  }
}

/** From here on, the unanswered calls of every page of the context are tracked. */
export function watchCalls(context: BrowserContext): void {
  for (const page of context.pages()) watch(page)
  context.on('page', watch)
}

const quietMs = ({ open, lastChange }: Calls) => (open.size > 0 ? 0 : Date.now() - lastChange)

/**
 * Waits until every call of the page is answered and none has followed for half a second. Playwright's `networkidle`
 * covers only the load: once reached, it stays reached.
 */
export async function waitForIdleNetwork(page: Page): Promise<void> {
  const calls = callsOf.get(page)
  if (calls === undefined) throw new Error('The calls of this page are not watched')
  await expect.poll(() => quietMs(calls), { message: 'every call has its answer' }).toBeGreaterThanOrEqual(500)
}
