import { memo } from 'react'

import type { DrawnLine, Picture } from './draw-picture'
import { ShapeViews } from './shape-view'

interface PictureLinesProps {
  readonly picture: Picture
  readonly active: string | undefined
}

/** With more lines the labels would overlap. */
const MAX_LABELS = 24

export function PictureLines({ picture, active }: PictureLinesProps) {
  const activeLines = active === undefined ? [] : linesAt(picture, active)
  const linesToLabel = activeLines.length > MAX_LABELS ? [] : activeLines.filter(({ labelFits }) => !labelFits)
  return (
    <>
      <GroupFrames picture={picture} />
      <AllLines picture={picture} />
      <g
        aria-hidden
        className="pointer-events-none [&_path]:stroke-accent-ink [&_path]:stroke-2 [&_polygon]:fill-accent-ink"
      >
        {activeLines.map(({ line, shapes }) => (
          <g key={line.id}>
            <ShapeViews shapes={shapes} />
          </g>
        ))}
      </g>
      <AllLabels picture={picture} />
      <g aria-hidden className="pointer-events-none">
        {linesToLabel.map(({ line, label }) => (
          <g key={line.id} data-said={line.id}>
            <ShapeViews shapes={label} />
          </g>
        ))}
      </g>
    </>
  )
}

function linesAt({ lines, groups }: Picture, id: string): DrawnLine[] {
  const group = groups.find(({ group: { members } }) => members.some(({ node }) => node.id === id))?.group.id
  return lines.filter(({ line: { from, to } }) => [from, to].some((end) => end === id || end === group))
}

/** Frames are drawn below their lines, and their buttons above. */
const GroupFrames = memo(function GroupFrames({ picture }: { readonly picture: Picture }) {
  return picture.groups.map(({ group, x, y, shapes }) => (
    <g key={group.id} transform={`translate(${x} ${y})`}>
      <ShapeViews shapes={shapes.slice(0, 1)} />
    </g>
  ))
})

const AllLines = memo(function AllLines({ picture }: { readonly picture: Picture }) {
  return (
    <g aria-hidden>
      {picture.lines.map(({ line, shapes, title }) => (
        <g key={line.id} data-line={line.id}>
          {title !== '' && <title>{title}</title>}
          <ShapeViews shapes={shapes} />
        </g>
      ))}
    </g>
  )
})

const AllLabels = memo(function AllLabels({ picture }: { readonly picture: Picture }) {
  return (
    <g aria-hidden className="pointer-events-none">
      {picture.lines
        .filter(({ labelFits }) => labelFits)
        .map(({ line, label }) => (
          <g key={line.id} data-words={line.id}>
            <ShapeViews shapes={label} />
          </g>
        ))}
    </g>
  )
})
