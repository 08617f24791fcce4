import type { BrowserContext, Page } from '@playwright/test'

/**
 * True once React has hydrated all interactive elements. Before that clicks are lost, and a clock that jumps changes
 * numbers on a page that the server rendered with the old ones. The marks are React's own properties on its elements.
 */
const isHydrated = () =>
  [...document.querySelectorAll('button, input:not([type=hidden]), select, textarea, main a[href]')]
    .filter((part) => part.closest('next-route-announcer, nextjs-portal') === null)
    .every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps$')))

async function waitForHydration(page: Page): Promise<void> {
  const isPanelPage = await page.evaluate(() => document.querySelector('script[src^="/_next/"]') !== null)
  if (isPanelPage) await page.waitForFunction(isHydrated, undefined, { polling: 50 })
}

function waitAfterNavigation(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (...parameters) => {
    const response = await goto(...parameters)
    // `commit` means that the page is wanted before hydration.
    if (parameters[1]?.waitUntil !== 'commit') await waitForHydration(page)
    return response
  }
  page.reload = async (...parameters) => {
    const response = await reload(...parameters)
    await waitForHydration(page)
    return response
  }
}

/** From here on, navigation in the context waits for hydration. */
export function waitForHydrationIn(context: BrowserContext): void {
  for (const page of context.pages()) waitAfterNavigation(page)
  context.on('page', waitAfterNavigation)
}
