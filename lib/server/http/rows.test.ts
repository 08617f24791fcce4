import { describe, expect, it, vi } from 'vitest'

import { operationNames, operationOf } from '@/lib/contract/table'
import { panelOperationNames, panelOperationOf } from '@/lib/features/contract'

vi.mock('server-only', () => ({}))
const { panelRouter, serviceRouter } = await import('./rows')

const NOT_FOUND = { code: 'not_found' }
const ID = '7d0e4c1a-52a4-4f1b-9a59-0d5f6f2b1c11'
const inService = (method: string, path: string) => {
  const found = serviceRouter.find(method, path)
  return 'row' in found ? { name: found.row.name, params: found.params } : found
}
const inPanel = (method: string, path: string) => {
  const found = panelRouter.find(method, path)
  return 'row' in found ? { name: found.row.name, params: found.params } : found
}

/** A path of the table with a value for each placeholder. */
const withValues = (path: string) => path.replaceAll(/\{\w+\}/g, 'a-1')

describe('the row of a path', () => {
  it.each(operationNames)('%s of the service is found by its method and path', (name) => {
    const { method, path } = operationOf(name)
    expect(inService(method, withValues(path))).toMatchObject({ name })
  })

  it.each(panelOperationNames)('%s of the panel is found by its method and path', (name) => {
    const { method, path } = panelOperationOf(name)
    expect(inPanel(method, withValues(path))).toMatchObject({ name })
  })

  it('is searched in one table only', () => {
    expect(inPanel('GET', '/v1/monitors')).toMatchObject(NOT_FOUND)
    expect(inService('GET', '/panel/audit')).toMatchObject(NOT_FOUND)
  })

  it('prefers a fixed path to one with a placeholder', () => {
    expect(inPanel('PUT', '/panel/views/default')).toEqual({ name: 'views.setDefault', params: {} })
    expect(inPanel('DELETE', `/panel/views/${ID}`)).toMatchObject({ params: { id: ID } })
  })
})

describe('an unsupported method', () => {
  it.each([
    ['POST', `/v1/monitors/${ID}`, 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/v1/usage/summary', 'GET, HEAD'],
    ['get', '/v1/usage/summary', 'GET, HEAD'],
    ['OPTIONS', '/v1/monitors', 'GET, HEAD, POST'],
  ])('%s %s returns 405 with the supported methods', (method, path, allowed) => {
    expect(inService(method, path)).toMatchObject({ status: 405, headers: { allow: allowed } })
  })
})

describe('an unknown path', () => {
  it.each([
    [''],
    ['/'],
    ['/v1'],
    ['/v1/'],
    ['/v1/monitors/'],
    ['//v1/monitors'],
    ['/v1//monitors'],
    ['/V1/monitors'],
    ['/v1/Monitors'],
    ['/v1/monitors/x/y'],
    ['/v1/monitors?limit=1'],
    ['/x/v1/monitors'],
    ['/v1/monitors\n'],
    ['/v1/%6donitors'],
    ['/v1/constructor'],
    ['/v1/__proto__'],
  ])('%j is not found', (path) => {
    expect(inService('GET', path)).toMatchObject(NOT_FOUND)
  })
})

describe('a placeholder', () => {
  it.each([
    ['a', 'a'],
    [ID, ID],
    ['...', '...'],
    ['.hidden', '.hidden'],
    ["~!$&'()*+,;=:@-_", "~!$&'()*+,;=:@-_"],
    ['a%20b', 'a b'],
    ['%C5%BB%c3%b3%C5%82w', 'Żółw'],
    ['%3Fa%3D1%23', '?a=1#'],
    ['x'.repeat(200), 'x'.repeat(200)],
  ])('accepts %j', (segment, value) => {
    expect(inService('GET', `/v1/monitors/${segment}`)).toEqual({ name: 'monitors.get', params: { id: value } })
  })

  it.each([
    ['', 'nothing'],
    ['.', 'the same folder'],
    ['..', 'the folder above'],
    ['a/b', 'a slash'],
    ['a%2Fb', 'an escaped slash'],
    ['a%2fb', 'an escaped slash in lower case'],
    ['a%5Cb', 'an escaped backslash'],
    ['a\\b', 'a backslash'],
    ['%2E', 'an escaped dot'],
    ['%2e%2e', 'two escaped dots'],
    ['.%2e', 'a dot and an escaped dot'],
    ['%252e', 'an escaped percent sign, which a second decoding would unescape'],
    ['%00', 'a null character'],
    ['%0A', 'a new line'],
    ['%1f', 'a control character'],
    ['%7F', 'the last control character'],
    ['%', 'half an escape'],
    ['%2', 'an incomplete escape'],
    ['%zz', 'an invalid escape'],
    ['a b', 'a space'],
    ['ż', 'an unescaped letter'],
    ['a#b', 'a fragment'],
    ['{id}', 'the placeholder itself'],
    ['x'.repeat(201), 'more than 200 characters'],
  ])('rejects %j: %s', (segment) => {
    expect(inService('GET', `/v1/monitors/${segment}`)).toMatchObject(NOT_FOUND)
  })

  it('may occur anywhere in a path, and more than once', () => {
    expect(inPanel('POST', '/panel/bulk-tags/job-1/chunks/3')).toMatchObject({ params: { id: 'job-1', number: '3' } })
    expect(inPanel('POST', '/panel/bulk-tags/job-1/chunks/../undo')).toMatchObject(NOT_FOUND)
  })
})
