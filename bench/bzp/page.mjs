// The tender page in Chromium for `npm run bench:bzp`: the panel with a store of many notices.
import { launchBrowser, signIn, startApp, toCookies } from '../app.mjs'
import { runInFolder } from '../service-store.mjs'
import { dropListIndexes, makeNotices } from './store.mjs'

const WORDS =
  'dostawa remont budowa usługi droga sprzęt szkoł kanalizacja oświetleni wodoci przebudow modernizacj zakup samoch leki żywno paliw energi odpad sprząta nadzór projekt most chodnik boisk przedszkol szpital urząd monitoring komputer'.split(
    ' ',
  )
const KEY_DELAY_MS = 40
const PREVIEW_PATH = '/bzp/alerts/preview'
const COUNT_SELECTOR = '[data-testid="preview-count"]'
/** Longer than the page's debounce for typing. */
const REST_MS = 400

/** @param andThen runs on the same page afterwards; its result becomes `tree` */
export async function measurePage(notices, andThen) {
  const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
  const browser = await launchBrowser()
  try {
    const store = { engine: 'sqlite', run: runInFolder(app.dataDir) }
    await dropListIndexes(store)
    await makeNotices(store, notices)
    const context = await browser.newContext({ viewport: { width: 1350, height: 940 }, locale: 'pl-PL' })
    await context.addCookies(toCookies(await signIn(app.url), app.url))
    const page = await context.newPage()
    page.setDefaultTimeout(180_000)
    const requests = watchRequests(page)
    // The first answer builds the index.
    await page.goto(`${app.url}/bzp`, { waitUntil: 'load', timeout: 300_000 })
    await settledCount(page)
    const paints = []
    for (const word of WORDS) {
      paints.push(await measureTyping(page, word))
      await clearField(page)
    }
    const before = requests.total
    for (const word of WORDS) {
      await field(page).pressSequentially(word, { delay: KEY_DELAY_MS })
      await page.waitForTimeout(REST_MS)
      await settledCount(page)
      await clearField(page)
    }
    return { paints, mostAtOnce: requests.most, repeated: requests.total - before, tree: await andThen(page) }
  } finally {
    await browser.close()
    await app.stop()
  }
}

function watchRequests(page) {
  const counts = { total: 0, most: 0 }
  const open = new Set()
  page.on('request', (request) => {
    if (!request.url().includes(PREVIEW_PATH)) return
    counts.total += 1
    open.add(request)
    counts.most = Math.max(counts.most, open.size)
  })
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request))
  return counts
}

const field = (page) => page.getByRole('textbox', { name: 'Słowa kluczowe' }).first()

/** A grey count is outdated. */
const settledCount = (page) =>
  page.waitForFunction(
    (count) => document.querySelector(count)?.classList.contains('text-muted') === false,
    COUNT_SELECTOR,
  )

async function clearField(page) {
  await field(page).fill('')
  await page.waitForTimeout(REST_MS)
  await settledCount(page)
}

/** Milliseconds from the last key to the frame with the count for the complete text. */
async function measureTyping(page, word) {
  await page.evaluate((count) => {
    let keyAt = 0
    let wasOld = false
    addEventListener('input', () => (keyAt = performance.now()), { capture: true })
    window.painted = new Promise((resolve) => {
      const checkFrame = () => {
        const isOld = document.querySelector(count)?.classList.contains('text-muted') !== false
        if (wasOld && !isOld && keyAt > 0) {
          // Runs after the frame that shows it.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - keyAt)))
          return
        }
        wasOld = isOld
        requestAnimationFrame(checkFrame)
      }
      requestAnimationFrame(checkFrame)
    })
  }, COUNT_SELECTOR)
  await field(page).pressSequentially(word, { delay: KEY_DELAY_MS })
  return page.evaluate(() => window.painted)
}

const TREE_WORDS = ['roboty', 'droga', 'uslugi', 'dostawa']

/** Measures the dialog with all CPV codes; returns null if the page has none. */
export async function measureTree(page) {
  const open = page.getByRole('button', { name: 'Przeglądaj drzewo kodów' })
  if ((await open.count()) === 0) return null
  let bytes = 0
  page.on('response', async (response) => {
    const { responseBodySize } = await response.request().sizes()
    if (/cpv|\/_next\/static\//.test(response.url())) bytes += responseBodySize
  })
  // The first time includes loading, the second is the usual one.
  await open.click()
  await page.getByRole('tree').getByRole('treeitem').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tree').waitFor({ state: 'detached' })
  const openMs = await untilPainted(page, '[role="treeitem"]', () => open.click())
  const search = page.getByRole('dialog').getByRole('textbox').first()
  const keyMs = []
  for (const word of TREE_WORDS) {
    for (const key of word) {
      keyMs.push(await untilPainted(page, '[role="treeitem"]', () => search.press(key)))
      await page.waitForTimeout(REST_MS)
    }
    await search.fill('')
    await page.waitForTimeout(REST_MS)
  }
  return { openMs, keyMs, bytes }
}

/** Milliseconds from the first event of the page to the frame after a change that contains the selector. */
async function untilPainted(page, selector, act) {
  await page.evaluate((target) => {
    let startedAt = 0
    for (const type of ['pointerup', 'keydown']) {
      addEventListener(type, (event) => (startedAt ||= event.timeStamp), { capture: true, once: true })
    }
    window.painted = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (startedAt === 0 || document.querySelector(target) === null) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
      })
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  }, selector)
  await act()
  return page.evaluate(() => window.painted)
}
