'use client'

import { useTranslations } from 'use-intl'

import { Button } from '@/components/ui/button'
import { Icon } from '@/components/ui/icon'

import type { ViewBoxControls } from './use-view-box'

interface PictureControlsProps {
  readonly controls: ViewBoxControls
  /** Undefined where everything stands as it was laid out. */
  readonly onRelayout: (() => void) | undefined
}

/** For those who have no wheel, and say what the keys do. */
export function PictureControls({ controls, onRelayout }: PictureControlsProps) {
  const t = useTranslations('company-graph.view')
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
