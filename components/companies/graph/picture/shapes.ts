import type { Area } from '../layout/layout-types'

/** Theme colours of the picture; a file uses those of the light theme. */
export type PictureColour =
  | 'card'
  | 'ground'
  | 'ink'
  | 'muted'
  | 'edge'
  | 'line'
  | 'accent-ink'
  | 'accent-soft'
  | 'chip'
  | 'none'

export type Shape =
  | ({
      readonly kind: 'box'
      readonly radius: number
      readonly fill: PictureColour
      readonly stroke: PictureColour
      readonly isDashed?: boolean
      readonly isStrong?: boolean
    } & Area)
  | {
      readonly kind: 'path'
      readonly d: string
      readonly stroke: PictureColour
      readonly isDashed: boolean
    }
  | { readonly kind: 'arrow'; readonly points: string; readonly fill: PictureColour }
  | {
      readonly kind: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly font: 'name' | 'note'
      readonly fill: PictureColour
      readonly anchor: 'start' | 'middle'
    }
