import { Route, Routes } from 'react-router'
import { legalPages, mailPages } from '#contract/values/site/legal'
import { paths } from '../lib/navigation/paths'
import { SiteLayout } from './layouts/site-layout'
import { lazyPage } from './lazy-page'

const HomePage = lazyPage(() => import('./pages/visit/home'), 'HomePage')
const CategoryPage = lazyPage(() => import('./pages/visit/category'), 'CategoryPage')
const TagPage = lazyPage(() => import('./pages/visit/tag'), 'TagPage')
const PremiumPage = lazyPage(() => import('./pages/premium/premium'), 'PremiumPage')
const TrendingPage = lazyPage(() => import('./pages/visit/trending'), 'TrendingPage')
const ProfilePage = lazyPage(() => import('./pages/visit/profile'), 'ProfilePage')
const FollowingPage = lazyPage(() => import('./pages/account/following'), 'FollowingPage')
const NotificationsPage = lazyPage(() => import('./pages/account/notifications'), 'NotificationsPage')
const ListsPage = lazyPage(() => import('./pages/account/lists'), 'ListsPage')
const SharedListPage = lazyPage(() => import('./pages/visit/shared-list'), 'SharedListPage')
const VideoPage = lazyPage(() => import('./pages/visit/video'), 'VideoPage')
const SearchPage = lazyPage(() => import('./pages/visit/search'), 'SearchPage')
const SignInPage = lazyPage(() => import('./pages/account/sign-in'), 'SignInPage')
const SignUpPage = lazyPage(() => import('./pages/account/sign-up'), 'SignUpPage')
const AccountPage = lazyPage(() => import('./pages/account/account'), 'AccountPage')
const ReceiptPage = lazyPage(() => import('./pages/account/receipt'), 'ReceiptPage')
const UploadVideoPage = lazyPage(() => import('./pages/publish/upload-video'), 'UploadVideoPage')
const MyVideosPage = lazyPage(() => import('./pages/publish/my-videos'), 'MyVideosPage')
const StatisticsPage = lazyPage(() => import('./pages/publish/statistics'), 'StatisticsPage')
const EditVideoPage = lazyPage(() => import('./pages/publish/edit-video'), 'EditVideoPage')
const AdminPage = lazyPage(() => import('./pages/admin/admin'), 'AdminPage')
const LegalPage = lazyPage(() => import('./pages/visit/legal'), 'LegalPage')
const MailPage = lazyPage(() => import('./pages/account/mail'), 'MailPage')
const RemovalReceiptPage = lazyPage(() => import('./pages/visit/removal-receipt'), 'RemovalReceiptPage')
const ReportReceiptPage = lazyPage(() => import('./pages/visit/report-receipt'), 'ReportReceiptPage')
const OwnRemovalPage = lazyPage(() => import('./pages/visit/own-removal'), 'OwnRemovalPage')
const NotFoundPage = lazyPage(() => import('./pages/visit/not-found'), 'NotFoundPage')

/** Renders the current page. Each page is a file of its own, loaded on its first visit. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<SiteLayout />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.category(':slug?')} element={<CategoryPage />} />
        <Route path={paths.tag(':slug')} element={<TagPage />} />
        <Route path={paths.premium} element={<PremiumPage />} />
        <Route path={paths.trending} element={<TrendingPage />} />
        <Route path={'/u/:username'} element={<ProfilePage />} />
        <Route path={paths.following} element={<FollowingPage />} />
        <Route path={paths.notifications} element={<NotificationsPage />} />
        <Route path="/lists/:id?" element={<ListsPage />} />
        <Route path={paths.sharedList(':key')} element={<SharedListPage />} />
        <Route path="/search" element={<SearchPage />} />
        <Route path="/video/:id" element={<VideoPage />} />
        <Route path={paths.signIn} element={<SignInPage />} />
        <Route path={paths.signUp} element={<SignUpPage />} />
        <Route path={paths.account} element={<AccountPage />} />
        <Route path={paths.receipt(':id')} element={<ReceiptPage />} />
        <Route path={paths.uploadVideo} element={<UploadVideoPage />} />
        <Route path={paths.myVideos} element={<MyVideosPage />} />
        <Route path={paths.statistics} element={<StatisticsPage />} />
        <Route path={paths.videoStatistics(':id')} element={<StatisticsPage />} />
        <Route path="/edit-video/:id" element={<EditVideoPage />} />
        <Route path={paths.admin} element={<AdminPage />} />
        {legalPages.map((page) => (
          <Route key={page} path={paths.legal(page)} element={<LegalPage page={page} />} />
        ))}
        {mailPages.map((page) => (
          <Route key={page} path={paths.mail(page)} element={<MailPage page={page} />} />
        ))}
        <Route path={paths.removalReceipt(':token')} element={<RemovalReceiptPage />} />
        <Route path={paths.reportReceipt(':code', null)} element={<ReportReceiptPage />} />
        <Route path={paths.ownRemoval(':id')} element={<OwnRemovalPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
