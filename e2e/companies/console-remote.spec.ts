import { expect, remoteTest } from '../support/remote-fixtures'
import { answer, fact, field, open, send } from './console-page'

remoteTest.afterEach(({ faulty }) => faulty.heal())

remoteTest(
  'failures are explained and shown with the received answer',
  async ({ page, signIn, faulty, expectedErrors }) => {
    expectedErrors.push(/status of (500|502|503)/, /ERR_/)
    await signIn('owner')
    await open(page, 'record.get')
    await field(page, 'krs').fill('18')
    faulty.fail(({ path }) => (path.startsWith('/v1/record') ? { status: 500, body: '{"detail":"boom"}' } : undefined))
    await send(page)
    await expect(fact(page, 'Status')).toHaveText('500')
    await expect(answer(page).getByText(/Nie wiadomo, czy usługa naliczyła opłatę/)).toBeVisible()
    await expect(answer(page).getByText('boom')).toBeVisible()
    faulty.fail(({ path }) => (path.startsWith('/v1/record') ? { status: 200, body: '<h1>?</h1>' } : undefined))
    await send(page)
    await expect(answer(page).getByText(/nie jest poprawnym JSON-em/)).toBeVisible()
    faulty.fail(({ path }) => (path.startsWith('/v1/record') ? { status: 200, body: '{"id": 7}' } : undefined))
    await send(page)
    await expect(answer(page).getByText('"id"')).toBeVisible()
    faulty.fail(({ path }) => (path.startsWith('/v1/record') ? 'hang' : undefined))
    await send(page)
    await page.getByRole('button', { name: 'Zatrzymaj' }).click()
    await expect(answer(page).getByText(/Usługa mogła ją już naliczyć/)).toBeVisible()
  },
)

remoteTest(
  'a stream that breaks off is shown as such, with its minimum cost',
  async ({ page, signIn, faulty, expectedErrors }) => {
    expectedErrors.push(/ERR_INCOMPLETE_CHUNKED_ENCODING/)
    await signIn('owner')
    await open(page, 'stream.announcements')
    const countStreamCalls = () => faulty.calls.filter(({ path }) => path.startsWith('/v1/stream')).length
    const before = countStreamCalls()
    faulty.fail(({ path }) => (path.startsWith('/v1/stream') ? { cutAfter: 3000 } : undefined))
    await send(page)
    await expect(answer(page).getByText(/Strumień się urwał\. Naliczono co najmniej \d/)).toBeVisible()
    // A browser retries a request if the connection closes before the answer begins, and each attempt is charged.
    expect(countStreamCalls() - before).toBe(1)
  },
)
