import type { BrowserContext, Page } from '@playwright/test'

/**
 * Until React has taken over all that can be pressed or typed into. Before that a click is lost, and a clock that jumps
 * changes numbers under a page which the server made with the old ones. The marks are React's own, on its elements.
 */
const isHydrated = () =>
  [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, main a[href]')]
    .filter((part) => part.closest('next-route-announcer, nextjs-portal') === null)
    .every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))

async function hydrated(page: Page): Promise<void> {
  const isOurs = await page.evaluate(() => document.querySelector('script[src^="/_next/"]') !== null)
  if (isOurs) await page.waitForFunction(isHydrated, undefined, { polling: 50 })
}

function waitsFor(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...parameters) => {
    const response = await goto(...parameters)
    // Who opens it with `commit` wants the page before it is awake.
    if (parameters[1]?.waitUntil !== 'commit') await hydrated(page)
    return response
  }
  page.reload = async (...parameters) => {
    const response = await reload(...parameters)
    await hydrated(page)
    return response
  }
}

/** From here on every page of the context is opened as its user meets it: awake. */
export function openHydrated(context: BrowserContext): void {
  for (const page of context.pages()) waitsFor(page)
  context.on('page', waitsFor)
}
