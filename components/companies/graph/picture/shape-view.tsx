import type { PictureColour, Shape } from './shapes'

const fills: Readonly<Record<PictureColour, string>> = {
  card: 'fill-card',
  ground: 'fill-ground',
  ink: 'fill-ink',
  muted: 'fill-muted',
  edge: 'fill-edge',
  line: 'fill-line',
  'accent-ink': 'fill-accent-ink',
  'accent-soft': 'fill-accent-soft',
  chip: 'fill-chip',
  none: 'fill-none',
}
const strokes: Readonly<Record<PictureColour, string>> = {
  card: 'stroke-card',
  ground: 'stroke-ground',
  ink: 'stroke-ink',
  muted: 'stroke-muted',
  edge: 'stroke-edge',
  line: 'stroke-line',
  'accent-ink': 'stroke-accent-ink',
  'accent-soft': 'stroke-accent-soft',
  chip: 'stroke-chip',
  none: 'stroke-none',
}
/** `graph-far` hides text that would be too small to read. */
const fonts = { name: 'text-sm font-semibold', note: 'graph-far text-xs' } as const

/** Shapes are never reordered, so the index is a stable key. */
export const ShapeViews = ({ shapes }: { readonly shapes: readonly Shape[] }) =>
  shapes.map((shape, at) => <ShapeView key={at} shape={shape} />)

function ShapeView({ shape }: { readonly shape: Shape }) {
  switch (shape.kind) {
    case 'box': {
      const { x, y, width, height, radius, fill, stroke, isDashed = false, isStrong = false } = shape
      return (
        <rect
          x={x}
          y={y}
          width={width}
          height={height}
          rx={radius}
          className={`${fills[fill]} ${strokes[stroke]}`}
          strokeDasharray={isDashed ? '5 4' : undefined}
          strokeWidth={isStrong ? 1.75 : undefined}
        />
      )
    }
    case 'path':
      return (
        <path
          d={shape.d}
          className={`fill-none stroke-[1.25] ${strokes[shape.stroke]}`}
          strokeDasharray={shape.isDashed ? '5 4' : undefined}
        />
      )
    case 'arrow':
      return <polygon points={shape.points} className={fills[shape.fill]} />
    case 'text':
      return (
        <text x={shape.x} y={shape.y} textAnchor={shape.anchor} className={`${fonts[shape.font]} ${fills[shape.fill]}`}>
          {shape.text}
        </text>
      )
  }
}
