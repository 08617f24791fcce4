import 'server-only'
import type { PanelSession } from './session'

/**
 * The account requires a second factor of every member and this session has none, so it has no access yet. OpenID
 * providers handle the second factor themselves.
 */
export const lacksSecondFactor = ({ account, method, hasSecondFactor }: PanelSession): boolean =>
  account.secondFactorRequiredAt !== null && method !== 'sso' && !hasSecondFactor
