import { expect, remoteTest } from './support/remote-fixtures'

/** Shows whether a script ran in the origin of the session. */
const SCRIPT = '<html><script>document.cookie = "taken=yes; path=/"</script></html>'
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>document.cookie = "taken=yes; path=/"</script></svg>'

remoteTest.afterEach(({ faulty }) => faulty.heal())

remoteTest(
  'an HTML or SVG file is always downloaded and never rendered, whatever its disposition',
  async ({ context, page, panel, faulty, signIn }) => {
    await signIn('owner')
    const address = `${panel.url}/api/v1/krs/pdf/0000012345`
    for (const [type, body] of [
      ['text/html', SCRIPT],
      ['image/svg+xml', SVG],
    ] as const) {
      for (const disposition of ['inline', 'inline; filename="a.html"', undefined]) {
        const label = `${type}, ${disposition ?? 'no disposition'}`
        const headers = disposition === undefined ? {} : { 'content-disposition': disposition }
        faulty.fail(({ path }) => (path.startsWith('/v1/krs/pdf/') ? { status: 200, body, type, headers } : undefined))
        const answer = await context.request.get(address)
        expect(answer.headers()['content-type'], label).toBe('application/octet-stream')
        expect(answer.headers()['content-disposition'], label).toMatch(
          /^attachment; filename="(a\.html|krs\.pdf-0000012345\.bin)"$/,
        )
        expect(answer.headers()['content-security-policy'], label).toContain('sandbox')
        const download = page.waitForEvent('download')
        await page.goto(address).catch(() => undefined)
        expect((await download).suggestedFilename(), label).toMatch(/^(a\.html|krs\.pdf-0000012345\.bin)$/)
        expect((await context.cookies()).map(({ name }) => name)).not.toContain('taken')
      }
    }
  },
)
