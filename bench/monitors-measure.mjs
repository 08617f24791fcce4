// Measurements of `npm run bench:monitors` on a page, for any of the lists.

/** Makes the page record when its first row was painted and when its rows last changed. */
export async function watch(page, { row, rows }) {
  await page.addInitScript(
    ([rowMark, rowsMark]) => {
      const bench = { first: undefined, changed: undefined }
      globalThis.bench = bench
      // A task queued in the animation frame runs after that frame was painted.
      const afterPaint = (then) => requestAnimationFrame(() => setTimeout(() => then(performance.now())))
      const waitForRow = () => {
        if (!document.querySelector(rowMark)) return void requestAnimationFrame(waitForRow)
        afterPaint((at) => {
          bench.first = at
        })
      }
      waitForRow()
      bench.watchRows = () => {
        const observer = new MutationObserver(() =>
          afterPaint((at) => {
            bench.changed = at
          }),
        )
        const options = { childList: true, subtree: true, characterData: true }
        for (const list of document.querySelectorAll(rowsMark)) observer.observe(list, options)
      }
    },
    [row, rows],
  )
}

/** Milliseconds from the start of the navigation to the first row on screen. */
export const firstRows = async (page) => {
  const handle = await page.waitForFunction(() => globalThis.bench.first, undefined, { timeout: 60_000 })
  return handle.jsonValue()
}

const WORDS = ['hurtownia', 'lodz 12', '00004']
const SETTLE_MS = 250

/** Milliseconds from each key to the resulting painted rows; keys that change no row are left out. */
export async function keyPresses(page, { search }) {
  await page.focus(search)
  await page.evaluate(() => {
    globalThis.bench.watchRows()
    document.addEventListener(
      'keydown',
      (event) => {
        globalThis.bench.pressed = event.timeStamp
        globalThis.bench.changed = undefined
      },
      true,
    )
  })
  const samples = []
  const press = async (key) => {
    await page.keyboard.press(key)
    await page.waitForTimeout(SETTLE_MS)
    const took = await page.evaluate(() => globalThis.bench.changed - globalThis.bench.pressed)
    if (Number.isFinite(took)) samples.push(took)
  }
  for (const word of WORDS) {
    for (const letter of word) await press(letter)
    for (const _ of word) await press('Backspace')
  }
  return samples
}

const FRAMES = 150

/** Milliseconds between frames while the list scrolls by `step` pixels in each. */
export const scrolling = (page, { scroller }, step) =>
  page.evaluate(
    ([mark, pixels, frames]) =>
      new Promise((resolve) => {
        const box = mark === 'html' ? document.scrollingElement : document.querySelector(mark)
        box.scrollTop = 0
        const times = []
        const move = (at) => {
          times.push(at)
          box.scrollTop += pixels
          if (times.length <= frames) requestAnimationFrame(move)
          else resolve(times.slice(1).map((time, index) => time - times[index]))
        }
        setTimeout(() => requestAnimationFrame(move), 300)
      }),
    [scroller, step, FRAMES],
  )

/** JavaScript heap after a garbage collection. */
export async function heapMb(page) {
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.collectGarbage')
  const { metrics } = await client.send('Performance.enable').then(() => client.send('Performance.getMetrics'))
  return metrics.find(({ name }) => name === 'JSHeapUsedSize').value / 1e6
}

export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
