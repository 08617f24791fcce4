import { readdirSync, readFileSync } from 'node:fs'

import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'

import { ResourceTable } from './resource-table'

const columns = {
  name: { isTitle: true },
  size: { isEnd: true, isNamedOnPhone: true, cell: 'whitespace-nowrap' },
  actions: { isEnd: true, isUnnamed: true },
}

const markup = renderToStaticMarkup(
  <ResourceTable
    label="Files"
    columns={columns}
    nameOf={(id) => id.toUpperCase()}
    order={{ by: 'size', isDescending: true }}
    rows={[{ name: 'a.csv', size: 12 }]}
    keyOf={({ name }) => name}
    row={{ isSelected: true }}
    cells={({ name, size }) => ({
      name,
      size: { content: size, className: 'text-muted', title: 'bytes' },
      actions: <button type="button">Delete</button>,
    })}
  />,
)

describe('a resource table', () => {
  it('keeps its ARIA roles and label when rows are not table cells on a phone', () => {
    for (const role of ['table', 'rowgroup', 'row', 'columnheader', 'cell']) expect(markup).toContain(`role="${role}"`)
    expect(markup).toContain('aria-label="Files"')
    expect(markup).toContain('aria-selected="true"')
  })

  it('names the actions column for screen readers only, and each value on a phone', () => {
    expect(markup).toContain('<span class="sr-only">ACTIONS</span>')
    expect(markup).toContain('<span class="text-muted unstacked:hidden">SIZE </span>12')
  })

  it('marks the column by which its rows are sorted', () => {
    expect(markup.match(/aria-sort="[a-z]+"/gu)).toEqual(['aria-sort="descending"'])
    expect(markup).toMatch(/aria-sort="descending"[^>]*>SIZE</u)
  })

  it('adds the classes of a cell to those of its column', () => {
    expect(markup).toMatch(/<td title="bytes" [^>]*whitespace-nowrap text-muted"/u)
  })

  it('never has an actions column that is hidden at some width', () => {
    const files = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/u.test(file),
    )
    const lines = files
      .flatMap((file) => readFileSync(`components/${file}`, 'utf8').split('\n'))
      .filter((line) => line.includes('isUnnamed: true'))
    expect(lines.length).toBeGreaterThan(5)
    expect(lines.filter((line) => line.includes('hidden'))).toEqual([])
  })
})
