import { pageTitle } from '@/app/panel-page'

import { registerPage } from '../register-page'

export const generateMetadata = pageTitle('registers', 'lists.uokik.title')

export default registerPage('uokik')
