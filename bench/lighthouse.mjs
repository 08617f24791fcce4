// npm run bench:lighthouse — Lighthouse (performance) on Overview and a company page, signed in: mobile (simulated
// throttling) and desktop. Targets: mobile ≥ 80, desktop ≥ 97, CLS ≤ 0.01. Exits 1 when the median misses one.
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'

import { requireBrowser } from '../scripts/browser.mjs'
import { CHROMIUM_ARGS, findCompanyPage, median, signIn, startApp } from './app.mjs'

const ROUNDS = Number(process.env.ROUNDS ?? 3)
const TARGETS = { mobile: 80, desktop: 97, cls: 0.01 }

const app = await startApp({ distDir: process.env.NEXT_DIST_DIR ?? '.next' })
const chrome = await launch({
  chromePath: await requireBrowser(),
  chromeFlags: ['--headless=new', ...CHROMIUM_ARGS],
})
try {
  const cookie = await signIn(app.url)
  const pages = { Overview: '/', Company: await findCompanyPage(app.url, cookie) }
  const kinds = Object.entries(pages).flatMap(([page, path]) =>
    ['mobile', 'desktop'].map((form) => ({ page, path, form, results: [] })),
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (const { path, form, results } of kinds) results.push(await audit(path, form, cookie))
  }
  console.table(
    kinds.map(({ page, form, results }) => ({
      page,
      form,
      score: spread(results, 'score'),
      'FCP ms': spread(results, 'fcp'),
      'LCP ms': spread(results, 'lcp'),
      'TBT ms': spread(results, 'tbt'),
      CLS: spread(results, 'cls'),
      benchmarkIndex: spread(results, 'index'),
    })),
  )
  console.log('Best peers measured on this kind of machine: mobile 64, desktop 92, CLS 0.004.')
  const missed = kinds.filter(
    ({ form, results }) =>
      median(results.map((run) => run.score)) < TARGETS[form] || median(results.map((run) => run.cls)) > TARGETS.cls,
  )
  if (missed.length > 0) {
    console.log(`Below target: ${missed.map(({ page, form }) => `${page} ${form}`).join(', ')}`)
    process.exitCode = 1
  }
} finally {
  chrome.kill()
  await app.stop()
}

async function audit(path, form, cookie) {
  const flags = { port: chrome.port, onlyCategories: ['performance'], extraHeaders: { cookie }, logLevel: 'error' }
  const run = () => lighthouse(`${app.url}${path}`, flags, form === 'desktop' ? desktopConfig : undefined)
  const first = await run()
  // Chromium sometimes records a trace without its beginning; such a run is repeated.
  const result = first.lhr.runtimeError?.code === 'NO_NAVSTART' ? await run() : first
  const { audits, categories, environment, finalDisplayedUrl, runtimeError } = result.lhr
  if (runtimeError) throw new Error(runtimeError.message)
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`)
  return {
    score: Math.round(categories.performance.score * 100),
    fcp: Math.round(audits['first-contentful-paint'].numericValue),
    lcp: Math.round(audits['largest-contentful-paint'].numericValue),
    tbt: Math.round(audits['total-blocking-time'].numericValue),
    cls: Math.round(audits['cumulative-layout-shift'].numericValue * 1000) / 1000,
    index: Math.round(environment.benchmarkIndex),
  }
}

function spread(results, key) {
  const values = results.map((result) => result[key])
  return `${median(values)} (${Math.min(...values)}-${Math.max(...values)})`
}
