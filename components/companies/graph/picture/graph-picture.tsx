'use client'

import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

import type { GraphLink } from '../model/graph-links'
import type { Picture } from './draw-picture'
import type { GraphWords } from './graph-words'
import { PictureLines } from './picture-lines'
import { PictureNodes } from './picture-nodes'
import { useGestures } from './use-gestures'
import { useViewBox, type ViewBoxControls } from './use-view-box'

interface GraphPictureViewProps {
  readonly picture: Picture
  readonly links: readonly GraphLink[]
  readonly words: GraphWords
  readonly selected: string | undefined
  /** `byKey` moves the focus to the details of the node. */
  readonly onSelect: (id: string | undefined, byKey: boolean) => void
  readonly onToggle: (groupId: string) => void
  readonly onRelayout: (() => void) | undefined
  readonly children: ReactNode
}

export function GraphPictureView({ picture, children, ...props }: GraphPictureViewProps) {
  const t = useTranslations('companies-graph')
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<SVGSVGElement>(null)
  const controls = useViewBox({ frame, stage, picture })
  const gestures = useGestures(frame, controls)
  const activeNode = useActiveNode({ picture, frame, controls, ...props })
  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its contents are pressed, and their keys are handled here */}
      <div
        ref={frame}
        role="group"
        aria-label={t('picture')}
        aria-describedby="graph-keys"
        className="relative h-[min(36rem,70vh)] cursor-grab touch-none overflow-clip select-none active:cursor-grabbing"
        {...gestures}
        {...activeNode.handlers}
        onKeyDown={(event) => {
          activeNode.onKeyDown(event)
          gestures.onKeyDown(event)
        }}
      >
        <svg
          ref={stage}
          data-testid="graph-stage"
          width={picture.width}
          height={picture.height}
          viewBox={`${picture.left} ${picture.top} ${picture.width} ${picture.height}`}
          className="absolute top-0 left-0 max-w-none origin-top-left overflow-visible data-far:[&_.graph-far]:hidden"
        >
          <PictureLines picture={picture} active={activeNode.active ?? props.selected} />
          <PictureNodes picture={picture} links={props.links} words={props.words} selected={props.selected} />
        </svg>
      </div>
      <p id="graph-keys" className="sr-only">
        {t('keys')}
      </p>
      <PictureControls controls={controls} onRelayout={props.onRelayout} />
      {children}
    </div>
  )
}

interface ActiveNodeInput extends Pick<GraphPictureViewProps, 'picture' | 'selected' | 'onSelect' | 'onToggle'> {
  readonly frame: RefObject<HTMLDivElement | null>
  readonly controls: ViewBoxControls
}

/** The width that the details of a node cover in a wide window, in pixels. */
const CARD_WIDTH = 330

const targetOf = (event: { readonly target: EventTarget }) =>
  event.target instanceof Element ? event.target.closest<SVGElement>('[data-node], [data-group]') : null

/** Tracks the hovered or focused node and handles presses, with one listener for the whole picture. */
function useActiveNode({ picture, selected, onSelect, onToggle, frame, controls }: ActiveNodeInput) {
  const [active, setActive] = useState<string>()
  const openedGroup = useRef<string>(undefined)
  useEffect(() => {
    // The pressed tile is removed, so the focus moves to the first newly shown member.
    if (openedGroup.current === undefined) return
    const first = `[data-frame="${CSS.escape(openedGroup.current)}"] [data-node]`
    frame.current?.querySelector<SVGElement>(first)?.focus({ preventScroll: true })
    openedGroup.current = undefined
  })
  const act = (target: SVGElement | null, byKey: boolean) => {
    const { node, group } = target?.dataset ?? {}
    if (group !== undefined) toggle(group, byKey)
    else if (node !== undefined) select(node, { target, byKey })
    else if (!byKey) onSelect(undefined, false)
  }
  const toggle = (group: string, byKey: boolean) => {
    if (byKey) openedGroup.current = group
    onToggle(group)
  }
  const select = (node: string, { target, byKey }: { readonly target: SVGElement | null; readonly byKey: boolean }) => {
    const area = areaOf(picture, target)
    if (area !== undefined) controls.show(area, CARD_WIDTH)
    onSelect(node === selected && !byKey ? undefined : node, byKey)
  }
  const setActiveFrom = (event: { readonly target: EventTarget }) => setActive(targetOf(event)?.dataset['node'])
  return {
    active,
    handlers: {
      onClick: (event: MouseEvent) => act(targetOf(event), false),
      onPointerOver: setActiveFrom,
      onPointerLeave: () => setActive(undefined),
      onFocus: (event: { readonly target: Element }) => {
        setActiveFrom(event)
        if (!event.target.matches(':focus-visible')) return
        const area = areaOf(picture, targetOf(event))
        if (area !== undefined) controls.show(area)
      },
      onBlur: () => setActive(undefined),
    },
    onKeyDown: (event: { readonly key: string; readonly target: EventTarget; readonly preventDefault: () => void }) => {
      if (event.key === 'Escape') onSelect(undefined, true)
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      act(targetOf(event), true)
    },
  }
}

function areaOf({ nodes, groups }: Picture, target: SVGElement | null) {
  const { node: id, group: groupId } = target?.dataset ?? {}
  if (id !== undefined) {
    return [...nodes, ...groups.flatMap(({ members }) => members)].find(({ node }) => node.id === id)
  }
  const frameArea = groups.find(({ group }) => group.id === groupId)
  return frameArea && { x: frameArea.x, y: frameArea.y, width: frameArea.width, height: 40 }
}

interface PictureControlsProps {
  readonly controls: ViewBoxControls
  /** Undefined while the layout is unchanged. */
  readonly onRelayout: (() => void) | undefined
}

function PictureControls({ controls, onRelayout }: PictureControlsProps) {
  const t = useTranslations('companies-graph.view')
  return (
    <div role="group" aria-label={t('label')} className="absolute bottom-3 left-3 flex flex-wrap gap-1">
      <Button size="sm" iconOnly aria-label={t('closer')} onClick={() => controls.zoomBy(1)}>
        <Icon name="plus" size={14} />
      </Button>
      <Button size="sm" iconOnly aria-label={t('farther')} onClick={() => controls.zoomBy(-1)}>
        <Icon name="minus" size={14} />
      </Button>
      <Button size="sm" onClick={controls.fit}>
        {t('fit')}
      </Button>
      {onRelayout && (
        <Button size="sm" onClick={onRelayout}>
          {t('relayout')}
        </Button>
      )}
    </div>
  )
}
