// Written by scripts/generate-entities.ts from the npm package `entities`.

export const ENTITIES: u32 = 2125;
export const ENTITY_NAME_MAX: u32 = 31;
/** Shortest and longest name that is a reference without its semicolon. */
export const LEGACY_NAME_MIN: u32 = 2;
export const LEGACY_NAME_MAX: u32 = 6;
/** Bytes of the records of all names, as entity-table.ts draws them. */
export const RECORDS_BYTES: i32 = 24470;

/** In the order of their values, behind each name an exclamation mark where it needs no semicolon, else white space. */
export const NAMES = `Tab NewLine excl QUOT!quot!num dollar percnt AMP!amp!apos lpar rpar ast midast plus comma period sol colon semi
LT!lt!nvlt equals bne GT!gt!nvgt quest commat lbrack lsqb bsol rbrack rsqb Hat UnderBar lowbar DiacriticalGrave grave
fjlig lbrace lcub VerticalLine verbar vert rbrace rcub NonBreakingSpace
nbsp!iexcl!cent!pound!curren!yen!brvbar!sect!Dot DoubleDot die uml!COPY!copy!ordf!laquo!not!shy!REG!circledR
reg!macr!strns deg!PlusMinus plusmn!pm sup2!sup3!DiacriticalAcute acute!micro!para!CenterDot centerdot middot!Cedilla
cedil!sup1!ordm!raquo!frac14!frac12!half frac34!iquest!Agrave!Aacute!Acirc!Atilde!Auml!Aring!angst
AElig!Ccedil!Egrave!Eacute!Ecirc!Euml!Igrave!Iacute!Icirc!Iuml!ETH!Ntilde!Ograve!Oacute!Ocirc!Otilde!Ouml!times!Oslash!Ugrave!Uacute!Ucirc!Uuml!Yacute!THORN!szlig!agrave!aacute!acirc!atilde!auml!aring!aelig!ccedil!egrave!eacute!ecirc!euml!igrave!iacute!icirc!iuml!eth!ntilde!ograve!oacute!ocirc!otilde!ouml!div
divide!oslash!ugrave!uacute!ucirc!uuml!yacute!thorn!yuml!Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc
ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok dstrok Emacr emacr Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc
Gbreve gbreve Gdot gdot Gcedil Hcirc hcirc Hstrok hstrok Itilde itilde Imacr imacr Iogon iogon Idot imath inodot IJlig
ijlig Jcirc jcirc Kcedil kcedil kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute
nacute Ncedil ncedil Ncaron ncaron napos ENG eng Omacr omacr Odblac odblac OElig oelig Racute racute Rcedil rcedil
Rcaron rcaron Sacute sacute Scirc scirc Scedil scedil Scaron scaron Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde
utilde Umacr umacr Ubreve ubreve Uring uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc Yuml Zacute zacute Zdot
zdot Zcaron zcaron fnof imped gacute jmath circ Hacek caron Breve breve DiacriticalDot dot ring ogon DiacriticalTilde
tilde DiacriticalDoubleAcute dblac DownBreve Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi
Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega ohm alpha beta gamma delta epsi epsilon zeta eta theta iota kappa
lambda mu nu xi omicron pi rho sigmaf sigmav varsigma sigma tau upsi upsilon phi chi psi omega thetasym thetav
vartheta Upsi upsih phiv straightphi varphi piv varpi Gammad digamma gammad kappav varkappa rhov varrho epsiv
straightepsilon varepsilon backepsilon bepsi IOcy DJcy GJcy Jukcy DScy Iukcy YIcy Jsercy LJcy NJcy TSHcy KJcy Ubrcy
DZcy Acy Bcy Vcy Gcy Dcy IEcy ZHcy Zcy Icy Jcy Kcy Lcy Mcy Ncy Ocy Pcy Rcy Scy Tcy Ucy Fcy KHcy TScy CHcy SHcy SHCHcy
HARDcy Ycy SOFTcy Ecy YUcy YAcy acy bcy vcy gcy dcy iecy zhcy zcy icy jcy kcy lcy mcy ncy ocy pcy rcy scy tcy ucy fcy
khcy tscy chcy shcy shchcy hardcy ycy softcy ecy yucy yacy iocy djcy gjcy jukcy dscy iukcy yicy jsercy ljcy njcy tshcy
kjcy ubrcy dzcy ensp emsp emsp13 emsp14 numsp puncsp ThinSpace thinsp VeryThinSpace hairsp NegativeMediumSpace
NegativeThickSpace NegativeThinSpace NegativeVeryThinSpace ZeroWidthSpace zwnj zwj lrm rlm dash hyphen ndash mdash
horbar Verbar Vert OpenCurlyQuote lsquo CloseCurlyQuote rsquo rsquor lsquor sbquo OpenCurlyDoubleQuote ldquo
CloseCurlyDoubleQuote rdquo rdquor bdquo ldquor dagger Dagger ddagger bull bullet nldr hellip mldr permil pertenk
prime Prime tprime backprime bprime lsaquo rsaquo OverBar oline caret hybull frasl bsemi qprime MediumSpace ThickSpace
NoBreak ApplyFunction af InvisibleTimes it InvisibleComma ic euro TripleDot tdot DotDot Copf complexes incare gscr
HilbertSpace Hscr hamilt Hfr Poincareplane Hopf quaternions planckh hbar hslash planck plankv Iscr imagline Ifr Im
image imagpart Laplacetrf Lscr lagran ell Nopf naturals numero copysr weierp wp Popf primes Qopf rationals Rscr
realine Re Rfr real realpart Ropf reals rx TRADE trade Zopf integers mho Zfr zeetrf iiota Bernoullis Bscr bernou
Cayleys Cfr escr Escr expectation Fouriertrf Fscr Mellintrf Mscr phmmat order orderof oscr alefsym aleph beth gimel
daleth CapitalDifferentialD DD DifferentialD dd ExponentialE ee exponentiale ImaginaryI ii frac13 frac23 frac15 frac25
frac35 frac45 frac16 frac56 frac18 frac38 frac58 frac78 LeftArrow ShortLeftArrow larr leftarrow slarr ShortUpArrow
UpArrow uarr uparrow RightArrow ShortRightArrow rarr rightarrow srarr DownArrow ShortDownArrow darr downarrow
LeftRightArrow harr leftrightarrow UpDownArrow updownarrow varr UpperLeftArrow nwarr nwarrow UpperRightArrow nearr
nearrow LowerRightArrow searr searrow LowerLeftArrow swarr swarrow nlarr nleftarrow nrarr nrightarrow rarrw
rightsquigarrow nrarrw Larr twoheadleftarrow Uarr Rarr twoheadrightarrow Darr larrtl leftarrowtail rarrtl
rightarrowtail LeftTeeArrow mapstoleft UpTeeArrow mapstoup RightTeeArrow map mapsto DownTeeArrow mapstodown
hookleftarrow larrhk hookrightarrow rarrhk larrlp looparrowleft looparrowright rarrlp harrw leftrightsquigarrow nharr
nleftrightarrow Lsh lsh Rsh rsh ldsh rdsh crarr cularr curvearrowleft curarr curvearrowright circlearrowleft olarr
circlearrowright orarr LeftVector leftharpoonup lharu DownLeftVector leftharpoondown lhard RightUpVector uharr
upharpoonright LeftUpVector uharl upharpoonleft RightVector rharu rightharpoonup DownRightVector rhard
rightharpoondown RightDownVector dharr downharpoonright LeftDownVector dharl downharpoonleft RightArrowLeftArrow
rightleftarrows rlarr UpArrowDownArrow udarr LeftArrowRightArrow leftrightarrows lrarr leftleftarrows llarr upuparrows
uuarr rightrightarrows rrarr ddarr downdownarrows ReverseEquilibrium leftrightharpoons lrhar Equilibrium
rightleftharpoons rlhar nLeftarrow nlArr nLeftrightarrow nhArr nRightarrow nrArr DoubleLeftArrow Leftarrow lArr
DoubleUpArrow Uparrow uArr DoubleRightArrow Implies Rightarrow rArr DoubleDownArrow Downarrow dArr
DoubleLeftRightArrow Leftrightarrow hArr iff DoubleUpDownArrow Updownarrow vArr nwArr neArr seArr swArr Lleftarrow
lAarr Rrightarrow rAarr zigrarr LeftArrowBar larrb RightArrowBar rarrb DownArrowUpArrow duarr loarr roarr hoarr ForAll
forall comp complement PartialD part npart Exists exist NotExists nexist nexists empty emptyset emptyv varnothing Del
nabla Element in isin isinv NotElement notin notinva ReverseElement SuchThat ni niv NotReverseElement notni notniva
Product prod Coproduct coprod Sum sum minus MinusPlus mnplus mp dotplus plusdo Backslash setminus setmn smallsetminus
ssetmn lowast SmallCircle compfn Sqrt radic Proportional prop propto varpropto vprop infin angrt ang angle nang angmsd
measuredangle angsph VerticalBar mid shortmid smid NotVerticalBar nmid nshortmid nsmid DoubleVerticalBar par parallel
shortparallel spar NotDoubleVerticalBar npar nparallel nshortparallel nspar and wedge or vee cap caps cup cups
Integral int Int iiint tint ContourIntegral conint oint Conint DoubleContourIntegral Cconint cwint
ClockwiseContourIntegral cwconint CounterClockwiseContourIntegral awconint Therefore there4 therefore Because becaus
because ratio Colon Proportion dotminus minusd mDDot homtht Tilde sim thicksim thksim nvsim backsim bsim race ac
mstpos acE acd VerticalTilde wr wreath NotTilde nsim EqualTilde eqsim esim NotEqualTilde nesim TildeEqual sime simeq
NotTildeEqual nsime nsimeq TildeFullEqual cong simne NotTildeFullEqual ncong TildeTilde ap approx asymp thickapprox
thkap NotTildeTilde nap napprox ape approxeq apid napid backcong bcong CupCap asympeq nvap Bumpeq HumpDownHump bump
NotHumpDownHump nbump HumpEqual bumpe bumpeq NotHumpEqual nbumpe DotEqual doteq esdot nedot doteqdot eDot efDot
fallingdotseq erDot risingdotseq Assign colone coloneq ecolon eqcolon ecir eqcirc circeq cire wedgeq veeeq triangleq
trie equest questeq NotEqual ne Congruent equiv bnequiv NotCongruent nequiv le leq nvle GreaterEqual ge geq nvge
LessFullEqual lE leqq nlE nleqq GreaterFullEqual gE geqq NotGreaterFullEqual ngE ngeqq lnE lneqq lvertneqq lvnE gnE
gneqq gvertneqq gvnE Lt NestedLessLess ll NotLessLess nLtv nLt Gt NestedGreaterGreater gg NotGreaterGreater nGtv nGt
between twixt NotCupCap NotLess nless nlt NotGreater ngt ngtr NotLessEqual nle nleq NotGreaterEqual nge ngeq LessTilde
lesssim lsim GreaterTilde gsim gtrsim NotLessTilde nlsim NotGreaterTilde ngsim LessGreater lessgtr lg GreaterLess gl
gtrless NotLessGreater ntlg NotGreaterLess ntgl Precedes pr prec Succeeds sc succ PrecedesSlantEqual prcue preccurlyeq
SucceedsSlantEqual sccue succcurlyeq PrecedesTilde precsim prsim SucceedsTilde scsim succsim NotSucceedsTilde
NotPrecedes npr nprec NotSucceeds nsc nsucc sub subset NotSubset nsubset vnsub Superset sup supset NotSuperset nsupset
vnsup nsub nsup SubsetEqual sube subseteq SupersetEqual supe supseteq NotSubsetEqual nsube nsubseteq NotSupersetEqual
nsupe nsupseteq subne subsetneq varsubsetneq vsubne supne supsetneq varsupsetneq vsupne cupdot UnionPlus uplus
SquareSubset sqsub sqsubset NotSquareSubset SquareSuperset sqsup sqsupset NotSquareSuperset SquareSubsetEqual sqsube
sqsubseteq SquareSupersetEqual sqsupe sqsupseteq SquareIntersection sqcap sqcaps SquareUnion sqcup sqcups CirclePlus
oplus CircleMinus ominus CircleTimes otimes osol CircleDot odot circledcirc ocir circledast oast circleddash odash
boxplus plusb boxminus minusb boxtimes timesb dotsquare sdotb RightTee vdash LeftTee dashv DownTee top UpTee bot
bottom perp models DoubleRightTee vDash Vdash Vvdash VDash nvdash nvDash nVdash nVDash prurel LeftTriangle
vartriangleleft vltri RightTriangle vartriangleright vrtri LeftTriangleEqual ltrie trianglelefteq nvltrie
RightTriangleEqual rtrie trianglerighteq nvrtrie origof imof multimap mumap hercon intcal intercal veebar barvee
angrtvb lrtri Wedge bigwedge xwedge Vee bigvee xvee Intersection bigcap xcap Union bigcup xcup Diamond diam diamond
sdot Star sstarf divideontimes divonx bowtie ltimes rtimes leftthreetimes lthree rightthreetimes rthree backsimeq
bsime curlyvee cuvee curlywedge cuwed Sub Subset Sup Supset Cap Cup fork pitchfork epar lessdot ltdot gtdot gtrdot Ll
nLl Gg ggg nGg LessEqualGreater leg lesseqgtr lesg GreaterEqualLess gel gtreqless gesl cuepr curlyeqprec cuesc
curlyeqsucc NotPrecedesSlantEqual nprcue NotSucceedsSlantEqual nsccue NotSquareSubsetEqual nsqsube
NotSquareSupersetEqual nsqsupe lnsim gnsim precnsim prnsim scnsim succnsim NotLeftTriangle nltri ntriangleleft
NotRightTriangle nrtri ntriangleright NotLeftTriangleEqual nltrie ntrianglelefteq NotRightTriangleEqual nrtrie
ntrianglerighteq vellip ctdot utdot dtdot disin isinsv isins isindot notindot notinvc notinvb isinE notinE nisd xnis
nis notnivc notnivb barwed barwedge Barwed doublebarwedge LeftCeiling lceil RightCeiling rceil LeftFloor lfloor
RightFloor rfloor drcrop dlcrop urcrop ulcrop bnot profline profsurf telrec target ulcorn ulcorner urcorn urcorner
dlcorn llcorner drcorn lrcorner frown sfrown smile ssmile cylcty profalar topbot ovbar solbar angzarr lmoust
lmoustache rmoust rmoustache OverBracket tbrk UnderBracket bbrk bbrktbrk OverParenthesis UnderParenthesis OverBrace
UnderBrace trpezium elinters blank circledS oS HorizontalLine boxh boxv boxdr boxdl boxur boxul boxvr boxvl boxhd
boxhu boxvh boxH boxV boxdR boxDr boxDR boxdL boxDl boxDL boxuR boxUr boxUR boxuL boxUl boxUL boxvR boxVr boxVR boxvL
boxVl boxVL boxHd boxhD boxHD boxHu boxhU boxHU boxvH boxVh boxVH uhblk lhblk block blk14 blk12 blk34 Square squ
square FilledVerySmallSquare blacksquare squarf squf EmptyVerySmallSquare rect marker fltns bigtriangleup xutri
blacktriangle utrif triangle utri blacktriangleright rtrif rtri triangleright bigtriangledown xdtri blacktriangledown
dtrif dtri triangledown blacktriangleleft ltrif ltri triangleleft loz lozenge cir tridot bigcirc xcirc ultri urtri
lltri EmptySmallSquare FilledSmallSquare bigstar starf star phone female male spades spadesuit clubs clubsuit hearts
heartsuit diamondsuit diams sung flat natur natural sharp check checkmark cross malt maltese sext VerticalSeparator
lbbrk rbbrk bsolhsub suphsol LeftDoubleBracket lobrk RightDoubleBracket robrk LeftAngleBracket lang langle
RightAngleBracket rang rangle Lang Rang loang roang LongLeftArrow longleftarrow xlarr LongRightArrow longrightarrow
xrarr LongLeftRightArrow longleftrightarrow xharr DoubleLongLeftArrow Longleftarrow xlArr DoubleLongRightArrow
Longrightarrow xrArr DoubleLongLeftRightArrow Longleftrightarrow xhArr longmapsto xmap dzigrarr nvlArr nvrArr nvHarr
Map lbarr bkarow rbarr lBarr dbkarow rBarr RBarr drbkarow DDotrahd UpArrowBar DownArrowBar Rarrtl latail ratail lAtail
rAtail larrfs rarrfs larrbfs rarrbfs nwarhk nearhk hksearow searhk hkswarow swarhk nwnear nesear toea seswar tosa
swnwar rarrc nrarrc cudarrr ldca rdca cudarrl larrpl curarrm cularrp rarrpl harrcir Uarrocir lurdshar ldrushar
LeftRightVector RightUpDownVector DownLeftRightVector LeftUpDownVector LeftVectorBar RightVectorBar RightUpVectorBar
RightDownVectorBar DownLeftVectorBar DownRightVectorBar LeftUpVectorBar LeftDownVectorBar LeftTeeVector RightTeeVector
RightUpTeeVector RightDownTeeVector DownLeftTeeVector DownRightTeeVector LeftUpTeeVector LeftDownTeeVector lHar uHar
rHar dHar luruhar ldrdhar ruluhar rdldhar lharul llhard rharul lrhard UpEquilibrium udhar ReverseUpEquilibrium duhar
RoundImplies erarr simrarr larrsim rarrsim rarrap ltlarr gtrarr subrarr suplarr lfisht rfisht ufisht dfisht lopar
ropar lbrke rbrke lbrkslu rbrksld lbrksld rbrkslu langd rangd lparlt rpargt gtlPar ltrPar vzigzag vangrt angrtvbd ange
range dwangle uwangle angmsdaa angmsdab angmsdac angmsdad angmsdae angmsdaf angmsdag angmsdah bemptyv demptyv cemptyv
raemptyv laemptyv ohbar omid opar operp olcross odsold olcir ofcir olt ogt cirscir cirE solb bsolb boxbox trisb
rtriltri LeftTriangleBar NotLeftTriangleBar RightTriangleBar NotRightTriangleBar iinfin infintie nvinfin eparsl
smeparsl eqvparsl blacklozenge lozf RuleDelayed dsol bigodot xodot bigoplus xoplus bigotimes xotime biguplus xuplus
bigsqcup xsqcup iiiint qint fpartint cirfnint awint rppolint scpolint npolint pointint quatint intlarhk pluscir
plusacir simplus plusdu plussim plustwo mcomma minusdu loplus roplus Cross timesd timesbar smashp lotimes rotimes
otimesas Otimes odiv triplus triminus tritime intprod iprod amalg capdot ncup ncap capand cupor cupcap capcup cupbrcap
capbrcup cupcup capcap ccups ccaps ccupssm And Or andand oror orslope andslope andv orv andd ord wedbar sdote simdot
congdot ncongdot easter apacir apE napE eplus pluse Esim Colone Equal ddotseq eDDot equivDD ltcir gtcir ltquest
gtquest LessSlantEqual leqslant les NotLessSlantEqual nleqslant nles GreaterSlantEqual geqslant ges
NotGreaterSlantEqual ngeqslant nges lesdot gesdot lesdoto gesdoto lesdotor gesdotol lap lessapprox gap gtrapprox lne
lneq gne gneq lnap lnapprox gnap gnapprox lEg lesseqqgtr gEl gtreqqless lsime gsime lsimg gsiml lgE glE lesges gesles
els eqslantless egs eqslantgtr elsdot egsdot el eg siml simg simlE simgE LessLess NotNestedLessLess GreaterGreater
NotNestedGreaterGreater glj gla ltcc gtcc lescc gescc smt lat smte smtes late lates bumpE PrecedesEqual pre preceq
NotPrecedesEqual npre npreceq SucceedsEqual sce succeq NotSucceedsEqual nsce nsucceq prE scE precneqq prnE scnE
succneqq prap precapprox scap succapprox precnapprox prnap scnap succnapprox Pr Sc subdot supdot subplus supplus
submult supmult subedot supedot subE subseteqq nsubE nsubseteqq supE supseteqq nsupE nsupseteqq subsim supsim subnE
subsetneqq varsubsetneqq vsubnE supnE supsetneqq varsupsetneqq vsupnE csub csup csube csupe subsup supsub subsub
supsup suphsub supdsub forkv topfork mlcp Dashv DoubleLeftTee Vdashl Barv vBar vBarv Vbar Not bNot rnmid cirmid midcir
topcir nhpar parsim parsl nparsl Ascr Cscr Dscr Gscr Jscr Kscr Nscr Oscr Pscr Qscr Sscr Tscr Uscr Vscr Wscr Xscr Yscr
Zscr ascr bscr cscr dscr fscr hscr iscr jscr kscr lscr mscr nscr pscr qscr rscr sscr tscr uscr vscr wscr xscr yscr
zscr Afr Bfr Dfr Efr Ffr Gfr Jfr Kfr Lfr Mfr Nfr Ofr Pfr Qfr Sfr Tfr Ufr Vfr Wfr Xfr Yfr afr bfr cfr dfr efr ffr gfr
hfr ifr jfr kfr lfr mfr nfr ofr pfr qfr rfr sfr tfr ufr vfr wfr xfr yfr zfr Aopf Bopf Dopf Eopf Fopf Gopf Iopf Jopf
Kopf Lopf Mopf Oopf Sopf Topf Uopf Vopf Wopf Xopf Yopf aopf bopf copf dopf eopf fopf gopf hopf iopf jopf kopf lopf
mopf nopf oopf popf qopf ropf sopf topf uopf vopf wopf xopf yopf zopf fflig filig fllig ffilig
ffllig
`;

/**
 * For each name a number in bytes of seven bits, the low ones first: twice the difference of its first code point to the one
 * before, in 21 bits, plus one if a second code point follows, in the same form.
 */
export const VALUES = memory.data<u64>([
  0x2020200022e0212, 0x200020202020002, 0x100020216020402, 0x241e5010241d2, 0x20036020241d201, 0xd00020002020002,
  0x2000002002a6a, 0x202020202020046, 0x200020000000202, 0x2000002020202, 0x2020200000202, 0x200020000020202,
  0x202020002020202, 0x202000202020202, 0x202020202020202, 0x202020202020202, 0x202020202020202, 0x202020202020202,
  0x202020202020202, 0x202020202020202, 0x202020202020200, 0x202020202020202, 0x202020202020202, 0x202060202020202,
  0x202020202020202, 0x202020202040202, 0x200020202060202, 0x202020202020202, 0x202020202020202, 0x202020202020202,
  0x202020206020202, 0x202020202020202, 0x202020202020202, 0x202020202020202, 0x202020202020202, 0x202020202020202,
  0x184018046280202, 0x200220002029e, 0x8068000200020202, 0x202020202020202, 0x202020202020202, 0x202020202020402,
  0x200020202021000, 0x202020202020202, 0x202000002020202, 0x10020202020002, 0x2000006000200, 0x80002002600020c,
  0x202021600020000, 0x202020202020202, 0x202020202020204, 0x202020202020202, 0x202020202020202, 0x202020202020202,
  0x202020202020202, 0x202020202020202, 0x202020202020202, 0x202020202020202, 0x202020202040202, 0x204020202020202,
  0x202040202026ec6, 0x2000200, 0x206000202020202, 0x20004000202, 0x200000200040002, 0x206000200020400,
  0x2020202021400, 0x1602040600080208, 0x202408a011010, 0x5e019200020002, 0x20a06004c02, 0x20200020002,
  0x200000002000200, 0x202020004020000, 0x200020002000200, 0x8020002000000, 0x6020002060004, 0x2000204000200,
  0x2000002000004, 0x20002001a020202, 0x202021600020000, 0x202020202020202, 0x20000000064, 0x2000000000200,
  0x20000020000, 0x2000002000002, 0x2000200000200, 0x2000206b8010004, 0x200020002020002, 0x2000002000200,
  0x2000200020004, 0x2000400020002, 0x600020002040202, 0x2000002000200, 0x200000200000200, 0x20000020000,
  0x2000002000002, 0x200020002000002, 0x2000002000200, 0x200020002000200, 0x20000020000, 0x200000200,
  0x202020202000002, 0x2000e04000200, 0x200020202100020, 0x206b801000200, 0x400000002000002, 0x20000000200,
  0x600000200000004, 0x2020002000200, 0x4000200, 0x60004000202, 0xd201000202020000, 0x202000241,
  0x200000002, 0x2000000000200, 0x203fc8001020002, 0x202000203fc8001, 0x202000200000200, 0x200000200020002,
  0x400020002020000, 0x41d2010000000202, 0x1000206b1010002, 0x20000020206b3, 0xb80106b801000002, 0x200000200000206,
  0x200020200, 0x200020000020000, 0x10002000206b801, 0x6b80100000241d2, 0xb80100000206b801, 0x100000206b80106,
  0x20002000206b8, 0x200020002000002, 0x200060004020400, 0x241e501000200, 0x241d2010004, 0xb80100000241d201,
  0x100000206b80106, 0x6b80106b80106b8, 0x800103fc80010002, 0x3fc8001000203fc, 0x100000203fc8001, 0x41d20106b80106b8,
  0xb80106b801000002, 0x202000241d20106, 0x20000020000, 0x2000002000002, 0x20002000200, 0x200020002000002,
  0x20000020000, 0x2000002000002, 0x200000206b80100, 0x141d20100020000, 0x241d20141d2, 0xd20141d20141d201,
  0x2000002020241, 0x200000200000200, 0xfc800103fc800100, 0x103fc8001000203, 0x200020403fc80, 0x100000206b80100,
  0x200000206b8, 0x203fc80010002, 0x2000203fc8001, 0x200020002020002, 0x200020002000400, 0x200020002000200,
  0x2040000000200, 0x202020202020202, 0x2000002000004, 0x100000241d20100, 0x2020002020241d2, 0x20202040200,
  0x2000002000002, 0x200020200000200, 0x2000202020200, 0x2000200020002, 0x202000202020002, 0x206b80102000200,
  0x100000206b80100, 0x800100000203fc80, 0x20002000603fc, 0x206000200020002, 0x200000200020002, 0x20000020000,
  0x202020202020202, 0xb80104020206b801, 0xe020202020206, 0x2000200040002, 0x402020202020002, 0x20002000c020402,
  0x1400020006000200, 0x200687a040e1002, 0x24c020002000600, 0x2ca780a060202, 0x808080814040070, 0x202022810101010,
  0x202020202020202, 0x202020202020202, 0x202020202020202, 0x1c02021208082802, 0x402000000120000, 0x2000200040602,
  0x2000800020006, 0xe000200060002, 0x202021200064202, 0x3c04641002001202, 0x800020004000600, 0x80002c802000206,
  0x1aa0234442c0012, 0x20002003a02, 0x1002020202000002, 0x20000020000, 0x2000002000002, 0x202048606000400,
  0x200020200020e02, 0x202060602020200, 0x202060202020202, 0x2000202000200, 0x2020406b8011202, 0x202061002060202,
  0x202020202020602, 0x202020202020202, 0x202020202020202, 0x202020202020202, 0x202020002000202, 0x204020402020202,
  0x2020a020c020202, 0x202020202020202, 0x202020e02040802, 0x202020202020202, 0x202020202020202, 0x202020204020404,
  0x102020808020202, 0x21806b8010206b8, 0x412000c02020a02, 0x4000200020014, 0x2020602000c0004, 0x202160202020202,
  0x202060204020202, 0x202020202040202, 0x402060002020202, 0x202020202020202, 0x202020606020202, 0xe04020202040202,
  0x2020206b8010608, 0x20202020206b801, 0x202020202020004, 0x6b80106b8010000, 0xb80100000206b801, 0x206b80106b80106,
  0x200020202020202, 0x200020002000200, 0x202020002000200, 0x200020202020202, 0x202060202020200, 0xb8010206b8010202,
  0x202020202020406, 0x10203fc80010202, 0x10000020203fc80, 0x6b80106b80106b8, 0xb80106b801000002, 0x2020606b80106,
  0x2000200020002, 0x202020202020002, 0xb801000202020202, 0xb801000206b80106, 0x6020206b80106, 0x3fc800103fc8001,
  0x800103fc80010002, 0x2020202020603fc, 0x1202020202020202, 0x202040202020400, 0x114020202020202, 0x602040da6be41e5,
  0x204020202060206, 0x202020202020202, 0x202020204040202, 0x202020202040202, 0x4026a0202020202, 0x202020206020202,
  0x202020204020202, 0x202020202040202, 0x202020202020202, 0x202020202020202, 0x204020202020202, 0x402020202040202,
  0x402020202020208, 0x202020202020202, 0x202020202020202, 0x202020202020202, 0x2020201f996aa02, 0x2,
]);
