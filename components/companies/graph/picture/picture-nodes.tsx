import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'

import { type GraphLink, linksByNode } from '../model/graph-links'
import type { DrawnGroup, DrawnNode, Picture } from './draw-picture'
import { CELL } from './faces'
import type { GraphWords } from './graph-words'
import { ShapeViews } from './shape-view'

interface PictureNodesProps {
  readonly picture: Picture
  readonly links: readonly GraphLink[]
  readonly words: GraphWords
  readonly selected: string | undefined
}

/** All focusable elements in the order of the Tab key: the root, then its neighbours. */
export const PictureNodes = memo(function PictureNodes({ picture, links, words, selected }: PictureNodesProps) {
  const labelOf = useNodeLabels(picture, links, words)
  return (
    <>
      {picture.nodes.map((drawn) => (
        <NodeView key={drawn.node.id} drawn={drawn} label={labelOf(drawn)} isSelected={drawn.node.id === selected} />
      ))}
      {picture.groups.map((drawn) => (
        <GroupView key={drawn.group.id} drawn={drawn} labelOf={labelOf} selected={selected} />
      ))}
    </>
  )
})

function useNodeLabels({ root, nodes, groups }: Picture, links: readonly GraphLink[], words: GraphWords) {
  return useMemo(() => {
    const names = new Map<string, string>()
    for (const { node } of nodes) names.set(node.id, words.nameOf(node))
    for (const { group } of groups) for (const { node } of group.members) names.set(node.id, words.nameOf(node))
    const linksOfNode = linksByNode(links)
    const nameById = (id: string) => names.get(id) ?? ''
    return ({ node }: DrawnNode) =>
      words.nodeLabel(node, { links: linksOfNode.get(node.id) ?? [], nameById, isRoot: node.id === root })
  }, [root, nodes, groups, links, words])
}

interface NodeViewProps {
  readonly drawn: DrawnNode
  readonly label: string
  readonly isSelected: boolean
}

const NodeView = memo(function NodeView({ drawn, label, isSelected }: NodeViewProps) {
  const { node, x, y, width, height, shapes, title } = drawn
  const radius = node.kind === 'person' ? height / 2 : 6
  const transform = `translate(${x} ${y})`
  return (
    <>
      <g transform={transform} aria-hidden="true">
        {isSelected && (
          <rect
            x={-4}
            y={-4}
            width={width + 8}
            height={height + 8}
            rx={radius + 4}
            className="fill-none stroke-accent-ink stroke-2"
          />
        )}
        <ShapeViews shapes={shapes} />
      </g>
      {/* Covers the shapes; its label contains the full text of the truncated ones. */}
      <rect
        transform={transform}
        width={width}
        height={height}
        rx={radius}
        role="button"
        tabIndex={0}
        aria-label={label}
        aria-pressed={isSelected}
        data-node={node.id}
        data-kind={node.kind}
        className="cursor-pointer fill-transparent outline-offset-2 hover:stroke-ink"
      >
        <title>{title}</title>
      </rect>
    </>
  )
})

interface GroupViewProps {
  readonly drawn: DrawnGroup
  readonly labelOf: (drawn: DrawnNode) => string
  readonly selected: string | undefined
}

function GroupView({ drawn, labelOf, selected }: GroupViewProps) {
  const { group, x, y, shapes, members, more, title } = drawn
  return (
    <g role="group" aria-label={title} data-frame={group.id}>
      <g transform={`translate(${x} ${y})`}>
        <ShapeViews shapes={shapes.slice(1)} />
        {group.canOpen && more === undefined && <CloseFrame drawn={drawn} />}
      </g>
      {members.map((member) => (
        <NodeView
          key={member.node.id}
          drawn={member}
          label={labelOf(member)}
          isSelected={member.node.id === selected}
        />
      ))}
      {more && (
        <g
          transform={`translate(${x + more.x} ${y + more.y})`}
          role="button"
          tabIndex={0}
          aria-expanded={false}
          data-group={group.id}
          className="cursor-pointer hover:[&>rect]:stroke-ink"
        >
          <ShapeViews shapes={more.shapes} />
        </g>
      )}
    </g>
  )
}

function CloseFrame({ drawn: { group, width } }: { readonly drawn: DrawnGroup }) {
  const t = useTranslations('companies-graph')
  return (
    <g
      transform={`translate(${width - 10 - CELL.width / 2} 4)`}
      role="button"
      tabIndex={0}
      aria-expanded
      data-group={group.id}
      className="cursor-pointer"
    >
      <rect width={CELL.width / 2} height={24} rx={5} className="fill-transparent hover:fill-hover" />
      <text x={CELL.width / 2 - 8} y={16} textAnchor="end" className="fill-ink text-xs font-semibold">
        {t('fewer')}
      </text>
    </g>
  )
}
