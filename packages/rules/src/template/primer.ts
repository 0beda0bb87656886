/**
 * Usual names of elements. Texts that are saved are written in fewer bits the more they are like these; so a change of this text is a
 * new version of the format.
 */
export const PRIMER = [
  '.content .container #content #main .main .page .post .entry .article #header #footer .header .footer .navbar',
  '.nav .navigation .menu #menu #nav .sidebar #sidebar .wrapper #wrapper .row .col-md-8 .col-sm-12 .col-lg-3 .column',
  '.title .entry-title .page-title .post-title .date .time .author .byline .meta .tags .category .comments #comments .comment',
  '.breadcrumb .breadcrumbs .links .link .list .item .section .block .widget .panel .box .inner .body .text .left .right .clearfix',
  '.site .site-header .site-footer .copyright .social .share .search .search-form .form .button .btn .btn-primary .logo .brand',
  '[role="navigation"] [role="main"] [role="contentinfo"] [role="banner"] [itemprop="name"] [itemprop="author"] [itemprop="articleBody"]',
  '.dropdown .dropdown-menu .toc #toc .highlight .language-bash .table .table-responsive .figure .caption .image .thumbnail .fluid',
  'div ul li span a p h1 h2 h3 h4 section article aside main header footer nav table tbody tr td pre code strong em small time',
].join(' ');
